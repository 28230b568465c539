import { withdrawFromAccount, withdrawForPerson } from '#modules/messaging/campaigns/public/outcomes.ts';
import type { Tx } from '#platform/database/database.ts';
import { announceDialogs } from '../dialogs/dialogs.ts';
import { type AccountRow, findAccount, lockAccount } from '../store/accounts.ts';
import { type DialogRow, lockDialog } from '../store/dialogs.ts';
import { listClaimed } from '../store/mailing-messages.ts';
import { refreshDialogSummary } from '../store/messages.ts';
import { markUndecided, requeue } from './mailing-messages.ts';

/**
 * Requeues claimed messages of mailings and marks handed-over ones as undecided. The caller locks
 * the account, so that no worker claims more.
 */
export async function releaseAccount(tx: Tx, { id, state }: Pick<AccountRow, 'id' | 'state'>, now: Date): Promise<void> {
  const inHand = await listClaimed(tx, id);
  const dialogIds = [...new Set(inHand.map((message) => message.dialog_id))].toSorted((one, other) => one - other);
  // Locks all dialogs before any recipient.
  for (const dialogId of dialogIds) await lockDialog(tx, dialogId);
  for (const message of inHand) {
    const dialog = await lockDialog(tx, message.dialog_id);
    if (!dialog) continue;
    if (message.state === 'claimed') {
      await requeue(tx, { dialog, message }, { until: now, now });
      continue;
    }
    await markUndecided(tx, message, { failure: state === 'banned' ? 'phone_banned' : 'session_ended', now });
    await refreshDialogSummary(tx, dialog.id);
    await announceDialogs(tx, dialog.company_id, [dialog.id]);
  }
  await withdrawFromAccount(tx, id, now);
}

/**
 * Requeues the messages of mailings to the person of a locked dialog: claimed ones and those that
 * wait to enter it.
 */
export async function requeueDialogMessages(tx: Tx, dialog: DialogRow, now: Date): Promise<void> {
  const inHand = await listClaimed(tx, dialog.account_id);
  for (const message of inHand)
    if (message.dialog_id === dialog.id && message.state === 'claimed') await requeue(tx, { dialog, message }, { until: now, now });
  const { account_id: telegramAccountId, profile_id: profileId } = dialog;
  if (profileId !== null) await withdrawForPerson(tx, { telegramAccountId, profileId }, now);
}

/** Releases an account that cannot send. It may have been signed in again since. */
export async function releaseLostAccount(tx: Tx, id: number, now: Date): Promise<void> {
  await lockAccount(tx, id);
  const account = await findAccount(tx, id);
  if (account?.state === 'banned' || account?.state === 'removed') await releaseAccount(tx, account, now);
}
