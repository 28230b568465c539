import { preparedPlans } from '#platform/database/database.ts';
import { type Loop, startLoop } from '#platform/loop.ts';
import { releaseLostAccount } from '../send/release-account.ts';
import { lostAccounts } from '../store/mailing-messages.ts';
import type { WorkerServices } from '../worker-services.ts';

type Services = Pick<WorkerServices, 'database' | 'clock' | 'log' | 'maySend'>;

/** Each account in its own transaction, so that a failure does not block others. */
async function releaseLostAccounts({ database, clock, log, maySend }: Services): Promise<void> {
  const lost = await database.asSystem(async (tx) => ((await maySend(tx)) ? lostAccounts(tx, clock.now()) : []), preparedPlans);
  for (const { id, companyId } of lost) {
    try {
      await database.inCompany(companyId, (tx) => releaseLostAccount(tx, id, clock.now()));
    } catch (error) {
      log.error({ err: error, account: id }, 'messages of a lost account not released');
    }
  }
}

/** Returns messages of mailings from banned and removed accounts to their mailings, until stopped. */
export const startReleasingLost = (services: Services, { everyMs }: { everyMs: number }): Loop =>
  startLoop({
    clock: services.clock,
    log: services.log,
    failed: 'messages of lost accounts could not be released',
    everyMs,
    turn: () => releaseLostAccounts(services),
  });
