import { changeHeld, findAccount, forgiveDialogs } from '../store/accounts.ts';
import { changeDialog, findByPeer } from '../store/dialogs.ts';
import type { AccountContext } from '../worker-services.ts';

/** Records whether messages may be missing. Mailings send no follow-ups while they may. */

async function recordSyncState({ database, companyId, accountId, workerId }: AccountContext, isCaughtUp: boolean): Promise<void> {
  const account = await database.readInCompany(companyId, (tx) => findAccount(tx, accountId));
  if (account?.is_synced === isCaughtUp) return;
  await database.inCompany(companyId, (tx) => changeHeld(tx, accountId, { worker: workerId, change: { is_synced: isCaughtUp } }));
}

export const markBehind = (context: AccountContext) => recordSyncState(context, false);

/**
 * Call after a full sync without gaps. If no dialog failed, marked dialogs are gone or too old to
 * be listed.
 */
export async function markSynced(context: AccountContext, { failed }: { failed: number }): Promise<void> {
  const { database, companyId, accountId } = context;
  if (failed === 0) await database.inCompany(companyId, (tx) => forgiveDialogs(tx, accountId));
  await recordSyncState(context, true);
}

export async function markDialogBehind(
  { database, companyId, accountId }: AccountContext,
  peerId: number,
  isBehind: boolean,
): Promise<void> {
  await database.inCompany(companyId, async (tx) => {
    const dialog = await findByPeer(tx, accountId, peerId);
    if (dialog && dialog.has_missing_messages !== isBehind) await changeDialog(tx, dialog.id, { has_missing_messages: isBehind });
  });
}
