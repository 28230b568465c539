import { transitions } from '#modules/messaging/messages/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { saveTimesOfMessages } from '../store/dialogs.ts';

/** The dialogs of a demo are written at once; each gets a day of its own. Oldest first. */
export async function spreadDialogs(tx: Tx, dialogIds: readonly number[]): Promise<void> {
  await transitions.moveBack(tx, dialogIds);
  await saveTimesOfMessages(tx, dialogIds);
}
