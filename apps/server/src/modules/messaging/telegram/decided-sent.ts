import type { Tx } from '#platform/database/database.ts';
import { announceDialogs } from './actions/dialogs.ts';
import { lockDialog } from './store/dialogs.ts';
import { findCarrier } from './store/mailing-messages.ts';
import { move, noteLast } from './store/messages.ts';

/** A person says of a message of a mailing whose outcome nobody knows that it was sent: its dialog shows it so. Comes before the message is changed. */
export async function noteDecidedSent(tx: Tx, messageId: number): Promise<void> {
  const carrier = await findCarrier(tx, messageId);
  const dialog = carrier && (await lockDialog(tx, carrier.dialog_id));
  if (!dialog) return;
  await move(tx, carrier.id, { by: 'accept', change: { due_at: null, error: null, error_detail: null } });
  await noteLast(tx, dialog.id);
  await announceDialogs(tx, dialog.company_id, [dialog.id]);
}
