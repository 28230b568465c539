import type { Tx } from '#platform/database/database.ts';
import { publish } from '#platform/events/store.ts';
import { changeAccount, changeHeld, endSession, extendWait, freezeAccount } from '../store/accounts.ts';
import { notifyManagers } from './notify-managers.ts';
import type { AccountContext } from '../worker-services.ts';

type Account = Pick<AccountContext, 'companyId' | 'accountId' | 'clock'>;

const announce = (tx: Tx, { companyId, accountId }: Account) => publish(tx, { companyId, topic: 'telegram_accounts', ids: [accountId] });

interface Pause {
  why: 'flood_wait' | 'soft_ban' | 'frozen';
  /** `frozen` lasts until `resumeAccount`; this is the time of the next attempt. */
  until: Date;
}

/** Stops sending from the account for a time. Managers are notified of a freeze, once. */
export async function pauseAccount(tx: Tx, account: Account, { why, until }: Pause): Promise<{ until: Date }> {
  const { accountId, clock } = account;
  if (why === 'flood_wait') await extendWait(tx, accountId, { of: 'flood_wait_until', until });
  else if (why === 'soft_ban') await changeAccount(tx, accountId, { soft_ban_until: until });
  else {
    const frozen = await freezeAccount(tx, accountId, clock.now());
    if (!frozen) return { until };
    await notifyManagers(tx, frozen, { what: 'frozen', now: clock.now() });
  }
  await announce(tx, account);
  return { until };
}

/** Ends a freeze. */
export async function resumeAccount(tx: Tx, account: Account & { workerId: string }): Promise<void> {
  await changeHeld(tx, account.accountId, { worker: account.workerId, change: { frozen_since: null } });
  await announce(tx, account);
}

/** Records that Telegram ended the session, and notifies managers once. */
export async function disconnectAccount(
  tx: Tx,
  account: Account & Pick<AccountContext, 'sessionNumber'>,
  end: { state: 'signed_out' | 'banned'; failure: string },
): Promise<void> {
  const ended = await endSession(tx, account.accountId, { sessionNumber: account.sessionNumber, ...end });
  if (ended) await notifyManagers(tx, ended, { what: 'disconnected', now: account.clock.now() });
  await announce(tx, account);
}
