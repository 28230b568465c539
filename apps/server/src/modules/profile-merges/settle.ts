import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { defineTask, handleTask, type TaskHandler } from '#platform/queue/queue.ts';
import { type MergeSteps, moveAll } from './move-all.ts';
import { findMerge, findMergeOf, lockMerges } from './store.ts';

export const settleMergeTask = defineTask('settle_profile_merge', z.object({ company_id: z.number().int(), merge_id: z.number().int() }));

/** Moves late rows along the chain of merges, so that detaching returns them. */
export const settleMergeHandler = ({ database, clock, steps }: { database: Database; clock: Clock; steps: MergeSteps }): TaskHandler =>
  handleTask(settleMergeTask, ({ company_id: companyId, merge_id: mergeId }) =>
    database.inCompany(companyId, async (tx) => {
      await lockMerges(tx, companyId);
      let merge = await findMerge(tx, mergeId);
      while (merge) {
        const { survivor_id: into, absorbed_id: from, merged_by: userId } = merge;
        // Moved rows are recorded under the user who merged.
        if (userId === null) return;
        await moveAll(tx, steps, { mergeId: merge.id, pair: { companyId, userId, from, into, now: clock.now() } });
        merge = await findMergeOf(tx, into);
      }
    }),
  );
