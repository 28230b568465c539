import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { definePeriodic, type TaskHandler } from '#platform/queue/queue.ts';
import { deleteExpired } from './session-store.ts';

/** Deletes what nobody can sign in with any more. */
export const deleteExpiredHandler = ({ database, clock }: { database: Database; clock: Clock }): TaskHandler =>
  definePeriodic('delete_expired_sessions', '7 * * * *', () => database.asSystem((tx) => deleteExpired(tx, clock.now())));
