import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { SecretBox } from './crypto/secrets.ts';
import type { Tx } from './database/database.ts';
import type { Log } from './log.ts';
import { defineTask, enqueue, handleTask } from './queue/queue.ts';

/** An e-mail of the installation itself (sign-in link, activation, report to the operator); candidates' mail goes through a person's mailbox instead. */
export interface SystemEmail {
  /** What the log may say of it: never a word of what it says itself. */
  kind:
    | 'signin_link'
    | 'signin_code'
    | 'reset'
    | 'password_changed'
    | 'guard_changed'
    | 'activate'
    | 'verify'
    | 'account_exists'
    | 'profile_report'
    | 'demo_end'
    | 'notice_digest'
    | 'sso_record_missing'
    | 'invitation';
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Sealed, because they carry links and codes that open accounts, and tasks may wait for hours in the database and in its backups. */
const sendSystemEmail = defineTask('send_system_email', z.object({ sealed: z.string() }), { maxAttempts: 8 });
const sealedAs = 'letter';

/** Queues one in the caller's transaction: it leaves exactly when the change that it tells of is kept. */
export type QueueSystemEmail = (tx: Tx, email: SystemEmail) => Promise<void>;

export const systemMailQueue =
  (secrets: SecretBox): QueueSystemEmail =>
  (tx, email) =>
    enqueue(tx, sendSystemEmail, { payload: { sealed: secrets.seal(JSON.stringify(email), sealedAs) } });

/** The one of a queued task. */
export const openSystemEmail = (secrets: SecretBox, { sealed }: { sealed: string }): SystemEmail =>
  JSON.parse(secrets.open(sealed, sealedAs)) as SystemEmail;

export interface SystemMailServices {
  secrets: SecretBox;
  smtpUrl: string | undefined;
  from: string;
  log: Log;
}

/** Sends queued system e-mail through the installation's SMTP server; without one the log says what could not be sent. */
export function systemMailHandler({ secrets, smtpUrl, from, log }: SystemMailServices) {
  const transport = smtpUrl ? createTransport(smtpUrl) : undefined;
  return handleTask(sendSystemEmail, async (task) => {
    const email = openSystemEmail(secrets, task);
    if (!transport) {
      log.warn({ kind: email.kind }, 'a system e-mail was not sent: set HEADWATER_SMTP_URL');
      return;
    }
    await transport.sendMail({ from, to: email.to, subject: email.subject, text: email.text, html: email.html });
  });
}
