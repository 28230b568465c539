import type { Tx } from '#platform/database/database.ts';
import { announceDialogs } from './actions/dialogs.ts';
import { lockDialog } from './store/dialogs.ts';
import { findCarrier } from './store/mailing-messages.ts';
import { move, noteLast } from './store/messages.ts';

/** A person says of a message of a mailing whose outcome nobody knows that it was sent: its dialog shows it so. Comes before the message is changed. */
export async function noteDecidedSent(tx: Tx, messageId: number): Promise<void> {
  const found = await findCarrier(tx, messageId);
  if (!found) return;
  const known = await lockDialog(tx, found.dialog_id);
  // Its dialog may have been joined with another one meanwhile, and what it said stands there.
  const carrier = known ? found : await findCarrier(tx, messageId);
  const dialog = known ?? (carrier && (await lockDialog(tx, carrier.dialog_id)));
  if (!carrier || !dialog) return;
  await move(tx, carrier.id, { by: 'accept', change: { due_at: null, error: null, error_detail: null } });
  await noteLast(tx, dialog.id);
  await announceDialogs(tx, dialog.company_id, [dialog.id]);
}
