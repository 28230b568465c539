import type { Database } from '#platform/database/database.ts';
import { definePeriodic, type TaskHandler } from '#platform/queue/queue.ts';
import { deleteOldEntries } from './store.ts';

const batch = 10_000;

export const deleteOldEntriesHandler = (database: Database): TaskHandler =>
  definePeriodic('delete_old_audit_entries', '23 3 * * *', async (signal) => {
    while (!signal.aborted && (await database.asSystem((tx) => deleteOldEntries(tx, batch))) === batch);
  });
