import { leaveAccount, leavePersonAt } from '#modules/messaging/campaigns/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { announceDialogs } from './actions/dialogs.ts';
import { type AccountRow, findAccount, lockAccount } from './store/accounts.ts';
import { type DialogRow, lockDialog } from './store/dialogs.ts';
import { listInHand } from './store/mailing-messages.ts';
import { noteLast } from './store/messages.ts';
import { leaveUndecided, putBack } from './worker/mailing-messages.ts';

/**
 * Messages of mailings that wait for an account which sends no more leave another way; of one that may have left from it nobody knows. The account is
 * held, so that no worker takes another one up.
 */
export async function letMailingsGo(tx: Tx, { id, state }: Pick<AccountRow, 'id' | 'state'>, now: Date): Promise<void> {
  const inHand = await listInHand(tx, id);
  const dialogIds = [...new Set(inHand.map((message) => message.dialog_id))].toSorted((one, other) => one - other);
  // All of them before any recipient.
  for (const dialogId of dialogIds) await lockDialog(tx, dialogId);
  for (const message of inHand) {
    const dialog = await lockDialog(tx, message.dialog_id);
    if (!dialog) continue;
    if (message.state === 'claimed') {
      await putBack(tx, { dialog, message }, { until: now, now });
      continue;
    }
    await leaveUndecided(tx, message, { failure: state === 'banned' ? 'phone_banned' : 'session_ended', now });
    await noteLast(tx, dialog.id);
    await announceDialogs(tx, dialog.company_id, [dialog.id]);
  }
  await leaveAccount(tx, id, now);
}

/** Messages of mailings to the person of a dialog which is held leave another way, or in another dialog: those in it, and those that wait to enter it. */
export async function takeMailingsBack(tx: Tx, dialog: DialogRow, now: Date): Promise<void> {
  const inHand = await listInHand(tx, dialog.account_id);
  for (const message of inHand)
    if (message.dialog_id === dialog.id && message.state === 'claimed') await putBack(tx, { dialog, message }, { until: now, now });
  const { account_id: telegramAccountId, profile_id: profileId } = dialog;
  if (profileId !== null) await leavePersonAt(tx, { telegramAccountId, profileId }, now);
}

/** The same for an account that was found to send no more. It may have been signed in again since. */
export async function letLostGo(tx: Tx, id: number, now: Date): Promise<void> {
  await lockAccount(tx, id);
  const account = await findAccount(tx, id);
  if (account?.state === 'banned' || account?.state === 'removed') await letMailingsGo(tx, account, now);
}
