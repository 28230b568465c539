import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { readFact, saveFact } from '#platform/database/installation-store.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, startLoop } from '#platform/loop.ts';
import { findDuplicates } from './find-duplicates.ts';
import { addEverybody, lockSearch, takeChanges } from './store/changes.ts';

interface FinderServices {
  database: Database;
  clock: Clock;
  log: Log;
}

/** Raised with the rules: everybody is then looked at again. */
const rules = 3;
/** Many, so that keys of one run lie together; what changes from day to day is fewer. */
const profilesAtOnce = 10_000;
const lookEveryMs = 1000;

/** One look at what has changed; false where nothing has, or another process is at it. One transaction: a crash or `signal` repeats it. */
export async function findNextDuplicates(
  { database, clock }: Omit<FinderServices, 'log'>,
  signal = new AbortController().signal,
): Promise<boolean> {
  try {
    return await database.asSystem(async (tx) => {
      if (!(await lockSearch(tx))) return false;
      const profileIds = await takeChanges(tx, profilesAtOnce);
      if (profileIds.length === 0) return false;
      await findDuplicates(tx, profileIds, { now: clock.now(), signal });
      return true;
    });
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

/** Has everybody looked at where the rules are others than before, or there were none. */
const followRules = ({ database, clock }: Omit<FinderServices, 'log'>): Promise<void> =>
  database.asSystem(async (tx) => {
    if (!(await lockSearch(tx)) || (await readFact<number>(tx, 'duplicate_rules')) === rules) return;
    await addEverybody(tx);
    await saveFact(tx, 'duplicate_rules', { value: rules, savedAt: clock.now() });
  });

/** Looks for duplicates of whatever changes, for as long as it runs. */
export const startDuplicateFinder = (services: FinderServices): Loop => {
  let hasRules = false;
  return startLoop({
    log: services.log,
    failed: 'duplicates could not be looked for',
    everyMs: lookEveryMs,
    async turn(signal) {
      if (!hasRules) await followRules(services);
      hasRules = true;
      return findNextDuplicates(services, signal);
    },
  });
};
