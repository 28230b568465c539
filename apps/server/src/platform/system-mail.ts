import { z } from 'zod';
import type { SecretBox } from './crypto/secrets.ts';
import type { Tx } from './database/database.ts';
import { defineTask, enqueue, handleTask } from './queue/queue.ts';

/** E-mail of the installation (sign-in link, activation); candidates get mail from mailboxes. */
export interface SystemEmail {
  /** The only part that may be logged. */
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
    | 'invitation'
    | 'statistics_report'
    | 'statistics_alert';
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** `unknown`: the message was transferred, but the server did not confirm it. */
type MailOutcome = 'sent' | 'unknown';

export interface SystemMailer {
  /**
   * Throws if the server rejects the message or is unreachable. `beforeEnd` runs before the final
   * dot: if it throws or the process dies, the server discards the message.
   */
  send(email: SystemEmail, beforeEnd?: () => Promise<void>): Promise<MailOutcome>;
}

/** Encrypted, because links and codes open accounts, and tasks may be in backups. */
const sendSystemEmail = defineTask('send_system_email', z.object({ sealed: z.string() }), { maxAttempts: 8 });
const sealedAs = 'letter';

export type QueueSystemEmail = (tx: Tx, email: SystemEmail) => Promise<void>;

export const systemMailQueue =
  (secrets: SecretBox): QueueSystemEmail =>
  (tx, email) =>
    enqueue(tx, sendSystemEmail, { payload: { sealed: secrets.seal(JSON.stringify(email), sealedAs) } });

export const openSystemEmail = (secrets: SecretBox, { sealed }: { sealed: string }): SystemEmail =>
  JSON.parse(secrets.open(sealed, sealedAs)) as SystemEmail;

/** An unconfirmed message is sent again: a duplicate link is better than none. */
export const systemMailHandler = ({ secrets, mailer }: { secrets: SecretBox; mailer: SystemMailer }) =>
  handleTask(sendSystemEmail, async (task) => {
    const outcome = await mailer.send(openSystemEmail(secrets, task));
    if (outcome === 'unknown') throw new Error('whether a system e-mail has arrived is not known: it is sent again');
  });
