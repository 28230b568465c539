import { transitions } from '#modules/messaging/messages/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { saveTimesOfMessages } from '../store/dialogs.ts';

/** Gives each dialog of a demo its own day, because all were written on the same one. Oldest first. */
export async function spreadDialogs(tx: Tx, dialogIds: readonly number[]): Promise<void> {
  await transitions.moveBack(tx, dialogIds);
  await saveTimesOfMessages(tx, dialogIds);
}
