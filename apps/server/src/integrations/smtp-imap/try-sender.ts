import { setTimeout as sleep } from 'node:timers/promises';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { readRefusal, type SmtpCommand } from '@headwater/domain/mail/smtp-refusal';
import { MailboxError } from './mailbox-error.ts';

/** Private API of nodemailer: the first waiting action takes a response. */
interface Commands {
  _responseActions: ((reply: string) => void)[];
  _sendCommand(line: string): void;
}

async function ask(connection: SMTPConnection, line: string, answerMs: number): Promise<string> {
  const commands = connection as unknown as Commands;
  const reply = new Promise<string>((resolve) => {
    commands['_responseActions'].push(resolve);
    commands['_sendCommand'](line);
  });
  return Promise.race([reply, sleep(answerMs, '', { ref: false })]);
}

/** Most servers reject a sender only after RCPT. Sends nothing. @throws MailboxError */
export async function trySender(connection: SMTPConnection, address: string, answerMs: number): Promise<void> {
  const steps: [SmtpCommand, string][] = [
    ['MAIL', `MAIL FROM:<${address}>`],
    ['RCPT', `RCPT TO:<${address}>`],
  ];
  for (const [command, line] of steps) {
    const response = (await ask(connection, line, answerMs)).replaceAll(/\s+/g, ' ').trim();
    const code = Number(response.slice(0, 3));
    const refusal = code >= 400 ? readRefusal({ code, text: response, command }) : undefined;
    const isRefused = refusal?.isPermanent === true && (refusal.subject === 'sender' || refusal.subject === 'recipient');
    if (isRefused) throw new MailboxError({ server: 'smtp', reason: 'sender_refused', detail: response.slice(0, 300) });
    if (refusal) break;
  }
  await ask(connection, 'RSET', answerMs);
}
