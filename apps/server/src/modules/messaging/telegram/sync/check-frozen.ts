import { minuteMs } from '@headwater/domain/time/durations';
import { findAccount } from '../store/accounts.ts';
import { resumeAccount } from '../accounts/pause-account.ts';
import { recordAccountFailure } from '../send/record-failure.ts';
import type { AccountContext } from '../worker-services.ts';

export const frozenCheckEvery = 5 * minuteMs;

export async function checkFrozen(context: AccountContext, state: { frozenCheckAt: number }): Promise<boolean> {
  const { database, companyId, accountId, clock, line } = context;
  const since = (await database.readInCompany(companyId, (tx) => findAccount(tx, accountId)))?.frozen_since;
  const now = clock.now().getTime();
  if (!since || now < Math.max(state.frozenCheckAt, since.getTime() + frozenCheckEvery)) return false;
  state.frozenCheckAt = now + frozenCheckEvery;
  const answer = await line.isFrozen();
  if (!answer.ok) {
    const noted = await recordAccountFailure(context, answer.failure);
    if (noted) state.frozenCheckAt = Math.max(state.frozenCheckAt, noted.until.getTime());
    return false;
  }
  if (answer.isFrozen) return false;
  await database.inCompany(companyId, (tx) => resumeAccount(tx, context));
  return true;
}
