import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { SecretBox } from './crypto/secrets.ts';
import type { Tx } from './database/database.ts';
import type { Log } from './log.ts';
import { defineTask, enqueue, handleTask } from './queue/queue.ts';

/** A letter of the installation itself (sign-in link, activation, invitation); candidates' mail goes through a person's mailbox instead. */
export interface Letter {
  /** What the log may say of it: never a word of what it says itself. */
  kind: 'signin_link' | 'signin_code';
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Sealed, because letters carry links and codes that open accounts, and tasks may wait for hours in the database and in its backups. */
const sendLetter = defineTask('send_letter', z.object({ sealed: z.string() }), { maxAttempts: 8 });
const sealedAs = 'letter';

/** Queues a letter in the caller's transaction: it leaves exactly when the change that it tells of is kept. */
export type QueueLetter = (tx: Tx, letter: Letter) => Promise<void>;

export const letterQueue =
  (secrets: SecretBox): QueueLetter =>
  (tx, letter) =>
    enqueue(tx, sendLetter, { payload: { sealed: secrets.seal(JSON.stringify(letter), sealedAs) } });

/** The letter of a queued task. */
export const openLetter = (secrets: SecretBox, { sealed }: { sealed: string }): Letter =>
  JSON.parse(secrets.open(sealed, sealedAs)) as Letter;

export interface LetterServices {
  secrets: SecretBox;
  smtpUrl: string | undefined;
  from: string;
  log: Log;
}

/** Sends queued letters through the installation's SMTP server; without one the log says what could not be sent. */
export function letterHandler({ secrets, smtpUrl, from, log }: LetterServices) {
  const transport = smtpUrl ? createTransport(smtpUrl) : undefined;
  return handleTask(sendLetter, async (task) => {
    const letter = openLetter(secrets, task);
    if (!transport) {
      log.warn({ kind: letter.kind }, 'a letter was not sent: set HEADWATER_SMTP_URL');
      return;
    }
    await transport.sendMail({ from, to: letter.to, subject: letter.subject, text: letter.text, html: letter.html });
  });
}
