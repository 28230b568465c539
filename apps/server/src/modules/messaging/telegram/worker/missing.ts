import { changeAccount, findAccount } from '../store/accounts.ts';
import { changeDialog, findByPeer } from '../store/dialogs.ts';
import type { AccountContext } from './services.ts';

/** What may have been said and is not known yet: whoever has been written to from here gets nothing more by a mailing before it is. */

async function note({ database, companyId, accountId }: AccountContext, isCaughtUp: boolean): Promise<void> {
  const account = await database.readInCompany(companyId, (tx) => findAccount(tx, accountId));
  if (account?.is_caught_up !== isCaughtUp)
    await database.inCompany(companyId, (tx) => changeAccount(tx, accountId, { is_caught_up: isCaughtUp }));
}

export const fellBehind = (context: AccountContext) => note(context, false);
/** A whole look is over, and nothing was missed since it began. */
export const caughtUp = (context: AccountContext) => note(context, true);

/** A dialog that could not be read, or could be again. Nothing where it is none of ours. */
export async function noteBehind({ database, companyId, accountId }: AccountContext, peerId: number, isBehind: boolean): Promise<void> {
  await database.inCompany(companyId, async (tx) => {
    const dialog = await findByPeer(tx, accountId, peerId);
    if (dialog && dialog.is_behind !== isBehind) await changeDialog(tx, dialog.id, { is_behind: isBehind });
  });
}
