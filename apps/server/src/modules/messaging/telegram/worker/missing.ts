import { changeHeld, findAccount, forgiveDialogs } from '../store/accounts.ts';
import { changeDialog, findByPeer } from '../store/dialogs.ts';
import type { AccountContext } from './services.ts';

/** What may have been said and is not known yet: whoever has been written to from here gets nothing more by a mailing before it is. */

async function note({ database, companyId, accountId, workerId }: AccountContext, isCaughtUp: boolean): Promise<void> {
  const account = await database.readInCompany(companyId, (tx) => findAccount(tx, accountId));
  if (account?.is_synced === isCaughtUp) return;
  await database.inCompany(companyId, (tx) => changeHeld(tx, accountId, { worker: workerId, change: { is_synced: isCaughtUp } }));
}

export const fellBehind = (context: AccountContext) => note(context, false);

/**
 * A whole look is over, and nothing was missed since it began.
 * @param look.failed dialogs that could not be read: where there is none, those of which that is noted are gone or too old to be listed
 */
export async function caughtUp(context: AccountContext, { failed }: { failed: number }): Promise<void> {
  const { database, companyId, accountId } = context;
  if (failed === 0) await database.inCompany(companyId, (tx) => forgiveDialogs(tx, accountId));
  await note(context, true);
}

/** A dialog that could not be read, or could be again. Nothing where it is none of ours. */
export async function noteBehind({ database, companyId, accountId }: AccountContext, peerId: number, isBehind: boolean): Promise<void> {
  await database.inCompany(companyId, async (tx) => {
    const dialog = await findByPeer(tx, accountId, peerId);
    if (dialog && dialog.has_missing_messages !== isBehind) await changeDialog(tx, dialog.id, { has_missing_messages: isBehind });
  });
}
