import { dayMs } from '@headwater/domain/time/durations';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { definePeriodic, type TaskHandler } from '#platform/queue/queue.ts';
import { pruneChanges } from './store/changes.ts';

/** Engines that are further behind rebuild their index. */
const keptDays = 7;

export const pruneChangesHandler = ({ database, clock }: { database: Database; clock: Clock }): TaskHandler =>
  definePeriodic('prune_search_changes', '17 * * * *', () =>
    database.asSystem((tx) => pruneChanges(tx, new Date(clock.now().getTime() - keptDays * dayMs))),
  );
