import { z } from 'zod';
import type { SecretBox } from './crypto/secrets.ts';
import type { Tx } from './database/database.ts';
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
    | 'address_link'
    | 'address_changed'
    | 'activate'
    | 'verify'
    | 'account_exists'
    | 'sso_required'
    | 'profile_report'
    | 'demo_end'
    | 'notice_digest'
    | 'sso_record_missing'
    | 'sso_confirmation'
    | 'invitation';
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** `unknown`: the whole was handed over, and the server did not say what became of it. */
export type MailOutcome = 'sent' | 'unknown';

/** Hands e-mail of the installation to its server. */
export interface SystemMailer {
  /**
   * Throws what the server refuses, and where nothing could be handed over. `beforeEnd` runs when all but the end of the message stands at the server,
   * which keeps nothing of it before that: where it throws, or this process is killed meanwhile, nothing has left.
   */
  send(email: SystemEmail, beforeEnd?: () => Promise<void>): Promise<MailOutcome>;
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

/**
 * Sends what is queued. What a crash interrupts is sent again, and so is what the server may have: a link that comes twice is better than none.
 */
export const systemMailHandler = ({ secrets, mailer }: { secrets: SecretBox; mailer: SystemMailer }) =>
  handleTask(sendSystemEmail, async (task) => {
    const outcome = await mailer.send(openSystemEmail(secrets, task));
    if (outcome === 'unknown') throw new Error('whether a system e-mail has arrived is not known: it is sent again');
  });
