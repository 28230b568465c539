import { enrichmentBounds } from '@headwater/domain/profiles/enrichment';
import { dayMs } from '@headwater/domain/time/durations';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { definePeriodic, type TaskHandler } from '#platform/queue/queue.ts';
import { deleteOldParts } from './store/parts.ts';

/** DEC-14: uploaded tables name people without a purpose. The request keeps its counts. */
export const deleteEnrichedFilesHandler = ({ database, clock }: { database: Database; clock: Clock }): TaskHandler =>
  definePeriodic('delete_enriched_files', '41 2 * * *', async (signal) => {
    const before = new Date(clock.now().getTime() - enrichmentBounds.daysKept * dayMs);
    for (let more = true; more && !signal.aborted;) more = await database.asSystem((tx) => deleteOldParts(tx, before));
  });
