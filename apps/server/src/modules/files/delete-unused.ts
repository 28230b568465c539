import { dayMs } from '@headwater/domain/time/durations';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/store.ts';
import { definePeriodic, type TaskHandler } from '#platform/queue/queue.ts';
import { deleteFileRows, takeUnused } from './store.ts';

const atOnce = 100;

/** DEC-14. Deletes the bytes before the rows, so that a failure is retried. */
export const deleteUnusedFilesHandler = ({ database, clock, files }: { database: Database; clock: Clock; files: FileStore }): TaskHandler =>
  definePeriodic('delete_unused_files', '27 * * * *', async (signal) => {
    const before = new Date(clock.now().getTime() - dayMs);
    for (let more = true; more && !signal.aborted;) {
      more = await database.asSystem(async (tx) => {
        const unused = await takeUnused(tx, before, atOnce);
        for (const { store_key: key } of unused) await files.remove(key);
        await deleteFileRows(
          tx,
          unused.map(({ id }) => id),
        );
        return unused.length === atOnce;
      });
    }
  });
