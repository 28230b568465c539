import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { defineTask, handleTask, type TaskHandler } from '#platform/queue/queue.ts';
import { type MergeSteps, moveAll } from './move-all.ts';
import { findMerge, lockMerges } from './store.ts';

export const settleMergeTask = defineTask('settle_profile_merge', z.object({ company_id: z.number().int(), merge_id: z.number().int() }));

/** Moves what came to an absorbed profile by transactions that had begun before it was absorbed. */
export const settleMergeHandler = ({ database, clock, steps }: { database: Database; clock: Clock; steps: MergeSteps }): TaskHandler =>
  handleTask(settleMergeTask, ({ company_id: companyId, merge_id: mergeId }) =>
    database.inCompany(companyId, async (tx) => {
      await lockMerges(tx, companyId);
      const merge = await findMerge(tx, mergeId);
      if (!merge) return;
      const pair = { companyId, userId: merge.merged_by ?? 0, from: merge.absorbed_id, into: merge.leads_to, now: clock.now() };
      // What is moved on behalf of somebody is noted under their name.
      if (merge.merged_by !== null && merge.leads_to === merge.survivor_id) await moveAll(tx, steps, { mergeId, pair });
    }),
  );
