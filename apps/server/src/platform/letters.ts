import { createTransport } from 'nodemailer';
import type { Tx } from './database/database.ts';
import type { Log } from './log.ts';
import { defineTask, enqueue, handleTask } from './queue/queue.ts';

/** A letter of the installation itself (sign-in link, activation, invitation); candidates' mail goes through a person's mailbox instead. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
  html: string;
}

const sendLetter = defineTask<Letter>('send_letter', { maxAttempts: 8 });

/** Queues a letter in the caller's transaction: it leaves exactly when the change that it tells of is kept. */
export const queueLetter = (tx: Tx, letter: Letter) => enqueue(tx, sendLetter, { payload: letter });

/** Sends queued letters through the installation's SMTP server; without one the log says what could not be sent. */
export function letterHandler({ smtpUrl, from, log }: { smtpUrl: string | undefined; from: string; log: Log }) {
  const transport = smtpUrl ? createTransport(smtpUrl) : undefined;
  return handleTask(sendLetter, async (letter) => {
    if (!transport) {
      log.warn({ subject: letter.subject }, 'a letter was not sent: set HEADWATER_SMTP_URL');
      return;
    }
    await transport.sendMail({ from, to: letter.to, subject: letter.subject, text: letter.text, html: letter.html });
  });
}
