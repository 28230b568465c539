import { implement } from '@orpc/server';
import { profileMerges } from '@headwater/contract/profile-merges';
import type { Actor } from '@headwater/domain/roles';
import {
  findProfileCards,
  type IsCandidateFor,
  partsOf,
  requirePersonalInfo,
  requireProfile,
  requireVisibleProfile,
} from '#modules/profiles/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { createFairTurns, requesterOf } from '#platform/fair-turns.ts';
import type { RequestContext } from '#platform/http/context.ts';
import type { JobDefinition } from '#platform/jobs/define-job.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { detachProfile, listUnmerged, type Merging } from './merge.ts';
import type { MergeInput } from './merge-job.ts';
import { findMergeOf, listMergesInto } from './store.ts';

interface MergeServices extends Pick<Merging, 'signing' | 'steps'> {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  job: JobDefinition<MergeInput>;
  isCandidateFor: IsCandidateFor;
}

/** PEDT-020. A single profile is detached from its survivor. Returns the survivor. */
async function detachProfiles(tx: Tx, merging: Merging, ids: readonly number[]) {
  const [first = 0, ...rest] = ids;
  if (rest.length === 0) return detachProfile(tx, merging, first);
  for (const id of rest) {
    if ((await findMergeOf(tx, id))?.survivor_id !== first) throw new AppError('profile_not_found');
    await detachProfile(tx, merging, id);
  }
  return first;
}

async function presentParts(tx: Tx, actor: Actor, profileId: number) {
  const merges = await listMergesInto(tx, profileId);
  const cards = new Map(
    (
      await findProfileCards(
        tx,
        merges.map((merge) => merge.absorbed_id),
        actor,
      )
    ).map((card) => [card.id, card]),
  );
  return merges.flatMap((merge) => {
    const card = cards.get(merge.absorbed_id);
    if (!card) return [];
    const { id, name, title, company, city, is_own } = card;
    const by = merge.merged_by === null ? null : { id: merge.merged_by, name: `${merge.first_name ?? ''} ${merge.last_name ?? ''}`.trim() };
    return [
      { id, name, title, company, city, is_own, merged_into: merge.survivor_id, merged_at: merge.merged_at.toISOString(), merged_by: by },
    ];
  });
}

/** A merge locks its company; others would wait with a database connection each. */
const openMergeTurns = () =>
  createFairTurns({ places: 2, placesOfMember: 1, limits: { ofMember: 3, ofCompany: 12, refusal: 'merges_busy', seconds: 5 } });

export function profileMergeRoutes({ database, clock, jobs, steps, signing, job, isCandidateFor }: MergeServices) {
  const api = implement(profileMerges).$context<RequestContext>();
  const turns = openMergeTurns();
  const changing = <Result>(context: RequestContext, work: (tx: Tx) => Promise<Result>) => {
    const { actor } = context;
    requirePersonalInfo(actor);
    return turns.run(requesterOf(context), () => database.inCompany(actor.company.id, work));
  };
  return {
    glue: api.glue.handler(({ input, context }) =>
      changing(context, async (tx) => {
        const { actor } = context;
        const ids = [...new Set(input.profile_ids)];
        if (input.action === 'unglue')
          return { profile_id: await detachProfiles(tx, { actor, steps, signing, now: clock.now() }, ids), job_id: null };
        const [survivor, ...absorbed] = ids;
        if (survivor === undefined || absorbed.length === 0) throw new FieldErrors({ profile_ids: 'merge_two' });
        // The undo of this job covers only the merges that it makes.
        const { stays, left } = await listUnmerged(tx, actor, { survivor, absorbed });
        if (left.length === 0) return { profile_id: stays, job_id: null };
        const request: MergeInput = { survivor: stays, absorbed: left, choices: input.choices ?? {}, after: input.after };
        const run = await jobs.run(tx, job, { actor, input: request, total: left.length, details: { profile: String(stays) } });
        return { profile_id: Number(run.result?.['survivor'] ?? stays), job_id: run.id };
      }),
    ),
    detach: api.detach.handler(({ input, context }) =>
      changing(context, async (tx) => {
        const { actor } = context;
        if (input.profile_id !== undefined) {
          await requireProfile(tx, input.id);
          if (!(await partsOf(tx, [input.id])).includes(input.profile_id)) throw new FieldErrors({ profile_id: 'profile_not_found' });
        }
        return { profile_id: await detachProfile(tx, { actor, steps, signing, now: clock.now() }, input.profile_id ?? input.id) };
      }),
    ),
    parts: api.parts.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        await requireVisibleProfile(tx, actor, { profileId: input.profile_id, isCandidateFor });
        return { profiles: await presentParts(tx, actor, input.profile_id) };
      }),
    ),
  };
}
