import { raiseNotice } from '#modules/notices/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { MessageKey } from '@headwater/contract/errors';
import { findMailbox, type MailboxRow, saveBroken } from '../store/mailboxes.ts';

type Reached = Pick<MailboxRow, 'id' | 'access_number' | 'company_id' | 'user_id' | 'address'>;

/** Notifies the owner once. Returns false if the owner has reconnected since. */
export async function markBroken(tx: Tx, mailbox: Reached, { detail, now }: { detail: string; now: Date }): Promise<boolean> {
  const isNew = await saveBroken(tx, mailbox, detail);
  if (isNew) {
    await raiseNotice(tx, {
      companyId: mailbox.company_id,
      userId: mailbox.user_id,
      about: { kind: 'mailbox', detail: mailbox.address.slice(0, 500) },
      key: `${mailbox.id}:${mailbox.access_number}`,
      now,
    });
  }
  return isNew || (await findMailbox(tx, mailbox.id))?.state !== 'connected';
}

/** Reasons with a text of ours; for others the server’s sentence is shown. */
export const worded = ['access_revoked', 'rights_missing', 'mailbox_full'] as const;

export function brokenDetail(reason: string, said: string): string {
  const known = worded.find((one) => one === reason);
  return known ? (`mail_${known}` satisfies MessageKey) : said;
}
