import type { MergeChoices } from '@headwater/domain/profiles/merge';
import type { Actor } from '@headwater/domain/roles';
import { secondMs } from '@headwater/domain/time/durations';
import {
  announceProfiles,
  changeUnlessErased,
  hideProfile,
  saveMergedValues,
  survivorOf,
  takeMergedValuesBack,
} from '#modules/profiles/public/merging.ts';
import { requireProfile } from '#modules/profiles/public.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { publish } from '#platform/events/store.ts';
import { enqueue } from '#platform/queue/queue.ts';
import { lockAll, type MergeSteps, moveAll } from './move-all.ts';
import { settleMergeTask } from './settle.ts';
import { closeMerge, findMergeOf, insertMerge, lockMerges, type MergeRow } from './store.ts';

export interface MergeRequest {
  survivor: number;
  absorbed: number;
  choices: MergeChoices;
  /** Latest saves known to the user who chose the values; a later save is a conflict. */
  after?: { survivor: number; absorbed: number } | undefined;
}

/** Transactions begun before a merge may still write to the absorbed profile. */
const lateRowDelays = [5 * secondMs, 60 * secondMs];

/** Returns the survivor if the pair is already merged in either direction. */
async function findExistingMerge(tx: Tx, { survivor, absorbed }: Pick<MergeRequest, 'survivor' | 'absorbed'>): Promise<number | undefined> {
  const [ofSurvivor, ofAbsorbed] = [await survivorOf(tx, survivor), await survivorOf(tx, absorbed)];
  if (ofAbsorbed !== undefined && ofAbsorbed === (ofSurvivor ?? survivor)) return ofAbsorbed;
  return ofSurvivor === absorbed ? absorbed : undefined;
}

/** Locks the merges of the company until commit. */
export async function listUnmerged(
  tx: Tx,
  actor: Actor,
  { survivor, absorbed }: { survivor: number; absorbed: readonly number[] },
): Promise<{ stays: number; left: number[] }> {
  await lockMerges(tx, actor.company.id);
  let stays = survivor;
  const left: number[] = [];
  for (const one of absorbed) {
    const known = await findExistingMerge(tx, { survivor: stays, absorbed: one });
    if (known === undefined) left.push(one);
    else stays = known;
  }
  return { stays, left: left.filter((id) => id !== stays) };
}

/** Returns the survivor. A merged pair is not merged again. */
export async function mergeProfiles(tx: Tx, merging: Merging, request: MergeRequest): Promise<number> {
  const { survivor, absorbed } = request;
  const { actor, signing } = merging;
  if (survivor === absorbed) throw new FieldErrors({ profile_ids: 'merge_two' });
  const companyId = actor.company.id;
  await lockMerges(tx, companyId);
  const known = await findExistingMerge(tx, request);
  if (known !== undefined) return known;
  for (const id of [survivor, absorbed]) {
    if ((await survivorOf(tx, id)) !== undefined) throw new FieldErrors({ profile_ids: 'merge_elsewhere' });
    await requireProfile(tx, id);
  }
  // A name of one profile and a shared number of the other may identify an erased person.
  const change = { signing, companyId, profileIds: [survivor, absorbed] };
  return changeUnlessErased(tx, change, () => mergePair(tx, merging, request));
}

async function mergePair(tx: Tx, { actor, steps, now }: Merging, { survivor, absorbed, choices, after }: MergeRequest): Promise<number> {
  const companyId = actor.company.id;
  const fragmentId = await saveMergedValues(tx, actor, { survivor, absorbed, choices, after });
  const mergeId = await insertMerge(tx, { companyId, survivor, absorbed, fragmentId, by: actor.userId, now });
  await moveAll(tx, steps, { mergeId, pair: { companyId, userId: actor.userId, from: absorbed, into: survivor, now } });
  await hideProfile(tx, { companyId, profileId: absorbed, hidden: true });
  await announceProfiles(tx, [survivor]);
  for (const later of lateRowDelays) {
    const payload = { company_id: companyId, merge_id: mergeId };
    await enqueue(tx, settleMergeTask, { payload, runAt: new Date(now.getTime() + later) });
  }
  await publish(tx, { companyId, topic: 'merges', ids: [survivor, absorbed] });
  return survivor;
}

export interface Merging {
  actor: Actor;
  steps: MergeSteps;
  now: Date;
  signing(): Promise<Signer>;
}

interface UndoOptions extends Pick<Merging, 'steps' | 'now'> {
  /** Null for the system. */
  userId: number | null;
}

/** Moves data back only if it is still at the survivor. */
export async function undoMerge(tx: Tx, merge: MergeRow, { steps, userId, now }: UndoOptions) {
  const { company_id: companyId, survivor_id: into, absorbed_id: from } = merge;
  await closeMerge(tx, merge, now);
  await takeMergedValuesBack(tx, { companyId, profileId: into, fragmentId: merge.fragment_id });
  const pair = { companyId, userId, from, into, now };
  await lockAll(tx, steps, pair);
  for (const moved of merge.moved.toReversed()) {
    for (const step of steps.toReversed()) {
      const record = moved[step.name];
      if (record) await step.giveBack(tx, pair, record);
    }
  }
  await hideProfile(tx, { companyId, profileId: from, hidden: false });
  await announceProfiles(tx, [into]);
  await publish(tx, { companyId, topic: 'merges', ids: [into, from] });
}

/** As `undoMerge`. Throws person_erased if earlier values identify a person erased since. */
export function undoMergeUnlessErased(tx: Tx, merge: MergeRow, { actor, steps, now, signing }: Merging): Promise<void> {
  const change = { signing, companyId: merge.company_id, profileIds: [merge.survivor_id, merge.absorbed_id] };
  return changeUnlessErased(tx, change, () => undoMerge(tx, merge, { steps, userId: actor.userId, now }));
}

/** PEDT-018. Throws profile_not_found, and FieldErrors if the survivor itself is merged. */
export async function detachProfile(tx: Tx, merging: Merging, profileId: number): Promise<number> {
  await lockMerges(tx, merging.actor.company.id);
  const merge = await findMergeOf(tx, profileId);
  if (!merge) throw new AppError('profile_not_found');
  if (merge.leads_to !== merge.survivor_id) throw new FieldErrors({ profile_id: 'merge_nested' });
  await undoMergeUnlessErased(tx, merge, merging);
  return merge.survivor_id;
}
