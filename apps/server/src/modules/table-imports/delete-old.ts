import { tableBounds } from '@headwater/domain/profiles/table-import';
import { dayMs } from '@headwater/domain/time/durations';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/store.ts';
import { definePeriodic, type TaskHandler } from '#platform/queue/queue.ts';
import { deletePieces, forgetOldParts, takeOldPieces } from './store/imports.ts';

const atOnce = 100;

/** DEC-14: the table is deleted after its import, left-out rows some days later. Bytes go before their rows. */
export const deleteImportedTablesHandler = ({
  database,
  clock,
  files,
}: {
  database: Database;
  clock: Clock;
  files: FileStore;
}): TaskHandler =>
  definePeriodic('delete_imported_tables', '12 * * * *', async (signal) => {
    const now = clock.now();
    for (let more = true; more && !signal.aborted;) {
      more = await database.asSystem(async (tx) => {
        const pieces = await takeOldPieces(tx, new Date(now.getTime() - dayMs), atOnce);
        for (const { store_key: key } of pieces) await files.remove(key);
        await deletePieces(tx, pieces);
        return pieces.length === atOnce;
      });
    }
    await database.asSystem((tx) => forgetOldParts(tx, { now, before: new Date(now.getTime() - tableBounds.daysKept * dayMs) }));
  });
