import type { Tx } from '#platform/database/database.ts';
import { announceDialogs } from './dialogs.ts';
import { lockDialog } from '../store/dialogs.ts';
import { dialogOfMessage } from '../store/mailing-messages.ts';
import { refreshDialogSummary } from '../store/messages.ts';

export async function inConversation<Result>(tx: Tx, messageId: number, change: () => Promise<Result>): Promise<Result> {
  const dialogId = await dialogOfMessage(tx, messageId);
  const dialog = dialogId === undefined ? undefined : await lockDialog(tx, dialogId);
  // A merge deleted the dialog before the lock.
  if (dialogId !== undefined && !dialog) return inConversation(tx, messageId, change);
  const result = await change();
  if (dialog) {
    await refreshDialogSummary(tx, dialog.id);
    await announceDialogs(tx, dialog.company_id, [dialog.id]);
  }
  return result;
}
