/**
 * Verifies a mailbox and sends a message in a child process, because Node reads trusted
 * certificates at its start.
 */
import { createSmtpImapProvider } from '../src/integrations/smtp-imap/provider.ts';
import type { MailboxSettings, OutgoingMail } from '../src/modules/messaging/channels/mailbox-port.ts';

const [settings, message] = process.argv.slice(2).map((word) => JSON.parse(word) as unknown) as [MailboxSettings, OutgoingMail];
const provider = createSmtpImapProvider({ onlyLoopback: true, timeouts: { connect: 3000, greeting: 3000, answer: 3000 } });
const verified = await provider.verify(settings);
const mailbox = provider.open(settings);
const sent = verified.ok ? (await mailbox.send({ ...message, date: new Date(message.date) })).outcome : 'not tried';
const found = verified.ok ? (await mailbox.findSent(message.messageId, message.to.address)).found : 'not tried';
await mailbox.close();
process.stdout.write(JSON.stringify({ verified, sent, found }));
