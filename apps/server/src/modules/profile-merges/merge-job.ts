import { fragmentFields } from '@headwater/domain/profiles/fragments';
import { mergeChoices } from '@headwater/domain/profiles/merge';
import { z } from 'zod';
import { FieldErrors } from '#platform/errors.ts';
import { defineJob } from '#platform/jobs/define-job.ts';
import { lockMerges, findMergeOf } from './store.ts';
import { mergeProfiles, type Merging, undoMergeUnlessErased } from './merge.ts';

const input = z.object({
  survivor: z.number(),
  absorbed: z.array(z.number()),
  choices: z.partialRecord(z.enum(fragmentFields), z.enum(mergeChoices)),
  after: z.object({ survivor: z.number(), absorbed: z.number() }).optional(),
});

export type MergeInput = z.infer<typeof input>;

/** DEC-13: undo is possible for an hour; detaching always. Each batch is one transaction. */
export const mergeJob = (services: Pick<Merging, 'signing' | 'steps'>) =>
  defineJob<MergeInput, object>({
    kind: 'profiles_merge',
    input,
    async batch(tx, { input: { absorbed, after: known, ...request }, actor, now }) {
      let { survivor } = request;
      let after = known;
      for (const one of absorbed) {
        survivor = await mergeProfiles(tx, { ...services, actor, now }, { ...request, after, survivor, absorbed: one });
        // The survivor was just saved by this job itself.
        after = known && { ...known, survivor: Infinity };
      }
      return { state: {}, done: absorbed.length, finished: true, result: { changed: absorbed.length, survivor } };
    },
    async undo(tx, { input: { absorbed, survivor }, actor, now }) {
      await lockMerges(tx, actor.company.id);
      let undone = 0;
      for (const one of absorbed.toReversed()) {
        const merge = await findMergeOf(tx, one);
        // The profile was detached since, or merged into another one.
        if (merge?.survivor_id !== survivor) continue;
        if (merge.leads_to !== survivor) throw new FieldErrors({ non_field_errors: 'merge_nested' });
        await undoMergeUnlessErased(tx, merge, { ...services, actor, now });
        undone += 1;
      }
      return { state: {}, done: absorbed.length, finished: true, result: { undone } };
    },
  });
