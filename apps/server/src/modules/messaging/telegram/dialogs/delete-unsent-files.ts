import { dayMs } from '@headwater/domain/time/durations';
import { deleteFileRows } from '#modules/files/public/dialogs.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/store.ts';
import { definePeriodic, type TaskHandler } from '#platform/queue/queue.ts';
import { takeUnsent } from '../store/unsent-files.ts';

const atOnce = 100;

/**
 * Deletes files that are unsent after a day, because they count against the company's space. Bytes
 * go first, so that a failed run can repeat.
 */
export const deleteUnsentFilesHandler = ({ database, clock, files }: { database: Database; clock: Clock; files: FileStore }): TaskHandler =>
  definePeriodic('delete_unsent_telegram_files', '47 */6 * * *', async (signal) => {
    const before = new Date(clock.now().getTime() - dayMs);
    for (let more = true; more && !signal.aborted;) {
      more = await database.asSystem(async (tx) => {
        const unsent = await takeUnsent(tx, before, atOnce);
        for (const { store_key: key } of unsent) await files.remove(key);
        await deleteFileRows(
          tx,
          unsent.map(({ id }) => id),
        );
        return unsent.length === atOnce;
      });
    }
  });
