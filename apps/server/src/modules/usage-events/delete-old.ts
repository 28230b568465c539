import { dayMs } from '@headwater/domain/time/durations';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { definePeriodic, type TaskHandler } from '#platform/queue/queue.ts';
import { deleteEventsBefore } from './store.ts';

export const keptDays = 365;
const batch = 5000;

interface Services {
  database: Database;
  clock: Clock;
}

export async function deleteOldEvents({ database, clock }: Services): Promise<void> {
  const before = new Date(clock.now().getTime() - keptDays * dayMs);
  const deleted = await database.asSystem((tx) => deleteEventsBefore(tx, before, batch));
  if (deleted === batch) await deleteOldEvents({ database, clock });
}

export const deleteOldEventsHandler = (services: Services): TaskHandler =>
  definePeriodic('delete_old_usage_events', '41 3 * * *', () => deleteOldEvents(services));
