import type { Database } from '#platform/database/database.ts';
import { undoMerge } from './merge.ts';
import type { MergeSteps } from './move-all.ts';
import { findMergeOf, listMergesOf, lockMerges } from './store.ts';

/** Bounds the loop along a chain of merges. */
const mostLinks = 100;

/** Detaches the profile in every company that merged it. Idempotent. */
export async function detachEverywhere(
  database: Database,
  { profileId, steps, now }: { profileId: number; steps: MergeSteps; now: Date },
): Promise<void> {
  for (const { company_id: companyId } of await database.asSystem((tx) => listMergesOf(tx, profileId))) {
    await database.inCompany(companyId, async (tx) => {
      await lockMerges(tx, companyId);
      for (let links = 0; links < mostLinks; links += 1) {
        let merge = await findMergeOf(tx, profileId);
        if (!merge) return;
        while (merge.leads_to !== merge.survivor_id) {
          const next = await findMergeOf(tx, merge.survivor_id);
          if (!next) break;
          merge = next;
        }
        await undoMerge(tx, merge, { steps, userId: null, now });
      }
    });
  }
}
