import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { definePeriodic, type TaskHandler } from '#platform/queue/queue.ts';
import { deleteExpired } from './store.ts';

export const deleteExpiredHandler = ({ database, clock }: { database: Database; clock: Clock }): TaskHandler =>
  definePeriodic('delete_expired_social_sign_ins', '*/5 * * * *', () => database.asSystem((tx) => deleteExpired(tx, clock.now())));
