import { hourMs, minuteMs } from '@headwater/domain/time/durations';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { readFact, saveFact } from '#platform/database/installation-store.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, startLoop } from '#platform/loop.ts';
import { createWorkerThread } from '#platform/worker-thread.ts';
import { profilesAtOnce } from './find-next.ts';
import type { FinderTask } from './finder-thread.ts';
import { addEverybody, areChangesWaiting, lockSearch, setNextAside } from './store/changes.ts';

interface FinderServices {
  database: Database;
  clock: Clock;
  log: Log;
}

/** Raised with the rules: everybody is then looked at again. */
const rules = 5;
const lookEveryMs = 1000;
/** The longest pause after looks that failed one after another. */
const longestPauseMs = 5 * minuteMs;
/** Each look that failed makes the next one so much smaller, down to a single profile; after so many of them all is as before. */
const smaller = 100;
/** How long a profile is left alone that ended a look by itself. */
const asideMs = hourMs;

/** Has everybody looked at where the rules are others than before, or there were none. */
const followRules = ({ database, clock }: Omit<FinderServices, 'log'>): Promise<void> =>
  database.asSystem(async (tx) => {
    if (!(await lockSearch(tx)) || (await readFact<number>(tx, 'duplicate_rules')) === rules) return;
    await addEverybody(tx);
    await saveFact(tx, 'duplicate_rules', { value: rules, savedAt: clock.now() });
  });

/** A thread that nobody had work for so long is memory. */
const idleMs = 30_000;

/** Looks for duplicates of whatever changes, for as long as it runs; in a thread, as looking at a base that is new takes minutes. */
export function startDuplicateFinder({ database, clock, log }: FinderServices): Loop {
  let hasRules = false;
  /** Looks that failed since the last one that did not. */
  let failures = 0;
  const thread = createWorkerThread<FinderTask, void>(new URL('finder-thread.ts', import.meta.url), idleMs);
  const abort = () => void thread.end();
  const loop = startLoop({
    clock,
    log,
    failed: 'duplicates could not be looked for',
    everyMs: () => (failures === 0 ? lookEveryMs : Math.min(lookEveryMs * 2 ** (failures - 1), longestPauseMs)),
    async turn(signal) {
      if (!hasRules) await followRules({ database, clock });
      hasRules = true;
      const now = clock.now();
      const isWaiting = await database.readAsSystem((tx) => areChangesWaiting(tx, now));
      if (!isWaiting) failures = 0;
      if (!isWaiting || signal.aborted) return false;
      const { connectionString: url = '' } = database.pool.options;
      signal.addEventListener('abort', abort, { once: true });
      const limit = Math.max(1, Math.floor(profilesAtOnce / smaller ** failures));
      const looks = failures === 0 ? Infinity : smaller;
      try {
        await thread.run({ url, now: now.getTime(), limit, looks });
        failures = 0;
        return looks === smaller;
      } catch (error) {
        // What it was at is undone.
        if (signal.aborted) return false;
        failures += 1;
        const until = new Date(clock.now().getTime() + asideMs);
        if (limit === 1) await database.asSystem((tx) => setNextAside(tx, { now, until }));
        throw error;
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
  });
  return {
    wake: loop.wake,
    idle: loop.idle,
    async stop() {
      await loop.stop();
      await thread.end();
    },
  };
}
