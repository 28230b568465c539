import type { Selectable } from 'kysely';
import type { MessageTables } from '../src/modules/messaging/messages/tables.ts';
import type { Installation } from './installation.ts';
import { rowsOf, type Values } from './rows.ts';

export type StoredMailing = Selectable<MessageTables['mailings']>;
export type StoredRecipient = Selectable<MessageTables['mailing_recipients']>;
export type StoredMessage = Selectable<MessageTables['messages']> & { recipient_id: number; message_id: string };
type StoredAnswer = Selectable<MessageTables['incoming_messages']>;

/** Stored mailings, recipients, messages and answers. */
export const mailingsIn = (here: Installation) => rowsOf<StoredMailing>(here, 'mailings');
export const recipientsIn = (here: Installation) => rowsOf<StoredRecipient>(here, 'mailing_recipients');
export const messagesIn = (here: Installation) => rowsOf<StoredMessage>(here, 'messages');
export const answersIn = (here: Installation) => rowsOf<StoredAnswer>(here, 'incoming_messages');

interface MessageInput {
  company: number;
  /** Author. */
  user: number;
  profile: number;
  email?: string;
  mailing?: Values<StoredMailing>;
  recipient?: Values<StoredRecipient>;
  message?: Values<StoredMessage>;
}

let counter = 0;

/** A message to one person in its own mailing, as a launch creates it. */
export async function addMessage(here: Installation, { company, user, profile, ...more }: MessageInput) {
  counter += 1;
  const messageId = more.message?.message_id ?? `<message-${counter}@company.test>`;
  const email = more.email ?? `person${counter}@candidates.test`;
  const own = { company_id: company };
  const mailing = await mailingsIn(here).insert({ ...own, created_by: user, type: 'mass', ...more.mailing });
  const recipient = await recipientsIn(here).insert({
    ...own,
    mailing_id: mailing.id,
    profile_id: profile,
    email,
    email_key: email.toLowerCase(),
    ...more.recipient,
  });
  const message = await messagesIn(here).insert({
    ...own,
    recipient_id: recipient.id,
    created_by: user,
    message_id: messageId,
    subject: 'Subject',
    html: '<p>Text</p>',
    body_text: 'Text',
    send_at: new Date(),
    ...more.message,
  });
  return { id: message.id, messageId, email, profile, mailing: mailing.id, recipient: recipient.id };
}

/** A message sent an hour ago, from that mailbox or a deleted one. */
export function addSentMessage(here: Installation, { mailbox, ...more }: Omit<MessageInput, 'message'> & { mailbox: number | null }) {
  const sentAt = new Date(Date.now() - 3_600_000);
  const message = { mailbox_id: mailbox, state: 'sent', sent_at: sentAt } as const;
  return addMessage(here, { ...more, mailing: { type: 'single', request_key: `message-${counter}` }, message });
}

/** An answer to a message, dated `seconds` from now. */
export async function addAnswer(here: Installation, messageId: number, more: Values<StoredAnswer> & { seconds: number }): Promise<void> {
  counter += 1;
  const { seconds, ...values } = more;
  const { company_id: company, mailbox_id: mailbox } = await messagesIn(here).one({ id: messageId });
  await answersIn(here).insert({
    company_id: company,
    message_id: messageId,
    mailbox_id: mailbox,
    kind: 'reply',
    incoming_key: `<answer-${counter}@mail.test>`,
    from_address: 'a@b.test',
    own_text: 'text',
    received_at: new Date(Date.now() + seconds * 1000),
    ...values,
  });
}

export async function mailingOf(here: Installation, messageId: number): Promise<number> {
  const { recipient_id: recipient } = await messagesIn(here).one({ id: messageId });
  return (await recipientsIn(here).one({ id: recipient })).mailing_id;
}
