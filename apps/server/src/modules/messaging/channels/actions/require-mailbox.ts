import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { findMailboxOf, type MailboxRow } from '../store/mailboxes.ts';

/** Throws no_mailbox. */
export async function requireMailbox(tx: Tx, actor: Actor): Promise<MailboxRow> {
  return there(await findMailboxOf(tx, actor.userId));
}

export function there(mailbox: MailboxRow | undefined): MailboxRow {
  if (!mailbox) throw new AppError('no_mailbox');
  return mailbox;
}
