import { minuteMs } from '@headwater/domain/time/durations';
import { publish } from '#platform/events/store.ts';
import { changeHeld, findAccount } from '../store/accounts.ts';
import { noteFailure } from './note-account.ts';
import type { AccountContext } from './services.ts';

export const thawEvery = 5 * minuteMs;

/** Whether a frozen account is usable again, determined without sending. */
export async function lookForThaw(context: AccountContext, state: { thawAt: number }): Promise<boolean> {
  const { database, companyId, accountId, workerId: worker, clock, line } = context;
  const since = (await database.readInCompany(companyId, (tx) => findAccount(tx, accountId)))?.frozen_since;
  const now = clock.now().getTime();
  if (!since || now < Math.max(state.thawAt, since.getTime() + thawEvery)) return false;
  state.thawAt = now + thawEvery;
  const answer = await line.isFrozen();
  if (!answer.ok) {
    const noted = await noteFailure(context, answer.failure);
    if (noted) state.thawAt = Math.max(state.thawAt, noted.until.getTime());
    return false;
  }
  if (answer.isFrozen) return false;
  await database.inCompany(companyId, async (tx) => {
    await changeHeld(tx, accountId, { worker, change: { frozen_since: null } });
    await publish(tx, { companyId, topic: 'telegram_accounts', ids: [accountId] });
  });
  return true;
}
