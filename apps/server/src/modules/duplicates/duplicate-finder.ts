import { hourMs, minuteMs } from '@headwater/domain/time/durations';
import type { Clock } from '#platform/clock.ts';
import { type Database, preparedPlans } from '#platform/database/database.ts';
import { readFact, saveFact } from '#platform/database/installation-store.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, startLoop } from '#platform/loop.ts';
import { createWorkerThread, type WorkerThread } from '#platform/worker-thread.ts';
import { profilesAtOnce } from './find-next.ts';
import type { FinderTask } from './finder-thread.ts';
import { addEverybody, areChangesWaiting, lockSearch, setNextAside } from './store/changes.ts';

interface FinderServices {
  database: Database;
  clock: Clock;
  log: Log;
}

/** Raise it with each change of the rules: all profiles are then compared again. */
const rules = 5;
const lookEveryMs = 1000;
const longestPauseMs = 5 * minuteMs;
/** Each failure divides the next batch by this number. As many good batches restore the size. */
const smaller = 100;
/** Delay for a profile that fails on its own. */
const asideMs = hourMs;

const followRules = ({ database, clock }: Omit<FinderServices, 'log'>): Promise<void> =>
  database.asSystem(async (tx) => {
    if (!(await lockSearch(tx)) || (await readFact<number>(tx, 'duplicate_rules')) === rules) return;
    await addEverybody(tx);
    await saveFact(tx, 'duplicate_rules', { value: rules, savedAt: clock.now() });
  });

const idleMs = 30_000;

type Finder = WorkerThread<FinderTask, void>;

/** Threads without a task. A worker that starts in the same process takes one over. */
const free: Finder[] = [];

/** Runs in a thread, because a new base takes minutes. */
export function startDuplicateFinder({ database, clock, log }: FinderServices): Loop {
  let hasRules = false;
  let failures = 0;
  let isStopped = false;
  const thread: Finder = free.pop() ?? createWorkerThread(new URL('finder-thread.ts', import.meta.url), idleMs);
  const abort = () => void thread.end();
  const loop = startLoop({
    clock,
    log,
    failed: 'duplicate search failed',
    everyMs: () => (failures === 0 ? lookEveryMs : Math.min(lookEveryMs * 2 ** (failures - 1), longestPauseMs)),
    async turn(signal) {
      if (!hasRules) await followRules({ database, clock });
      hasRules = true;
      const now = clock.now();
      const isWaiting = await database.readAsSystem((tx) => areChangesWaiting(tx, now), preparedPlans);
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
        // The transaction is rolled back.
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
      if (isStopped) return;
      isStopped = true;
      free.push(thread);
    },
  };
}
