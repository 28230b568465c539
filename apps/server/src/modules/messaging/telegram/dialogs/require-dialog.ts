import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { lockAccount } from '../store/accounts.ts';
import { type DialogRow, findDialog, shareLockDialog, lockDialog } from '../store/dialogs.ts';
import { findInConversation } from '#modules/messaging/messages/public/messenger.ts';
import type { MessageRow } from '../store/messages.ts';

function allow(actor: Actor, row: DialogRow | undefined): DialogRow {
  if (!row) throw new AppError('not_found');
  if (row.access_type === 'private' && row.created_by !== actor.userId) throw new AppError('no_access');
  return row;
}

export const requireDialog = async (tx: Tx, actor: Actor, id: number): Promise<DialogRow> => allow(actor, await findDialog(tx, id));

/** Locks the dialog against deletion and merging until the transaction ends. */
export async function requireKept(tx: Tx, actor: Actor, id: number): Promise<DialogRow> {
  await requireDialog(tx, actor, id);
  if (!(await shareLockDialog(tx, id))) throw new AppError('not_found');
  return requireDialog(tx, actor, id);
}

/**
 * Locks the account, then the dialog. The worker uses the same order; the opposite order would
 * deadlock.
 */
export async function requireLocked(tx: Tx, actor: Actor, id: number): Promise<DialogRow> {
  await lockAccount(tx, (await requireDialog(tx, actor, id)).account_id);
  return allow(actor, await lockDialog(tx, id));
}

export async function requireMessage(tx: Tx, actor: Actor, { id, message_id: messageId }: { id: number; message_id: number }) {
  const dialog = await requireLocked(tx, actor, id);
  const message: MessageRow | undefined = await findInConversation(tx, id, messageId);
  if (!message) throw new AppError('not_found');
  return { dialog, message };
}
