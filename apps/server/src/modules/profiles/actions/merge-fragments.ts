import { changedFields, mergeFragments } from '@headwater/domain/profiles/fragments';
import { type MergeChoices, mergedFields, withoutEntries } from '@headwater/domain/profiles/merge';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import {
  dataOfFragment,
  deleteFragment,
  findFragment,
  insertFragment,
  lockFragments,
  newestData,
  recomputeOverlay,
  writeFragment,
} from '../store/fragments.ts';
import type { FragmentData, StoredProfile } from '../tables.ts';
import { readFragments } from './fragments.ts';
import { requireName } from './read-form.ts';

interface MergeValues {
  survivor: number;
  absorbed: number;
  choices: MergeChoices;
  /** The newest saves that the editor had loaded. */
  after?: { survivor: number; absorbed: number } | undefined;
}

/** Returns the id, or null if the survivor has all values already. */
export async function saveMergedValues(tx: Tx, actor: Actor, { survivor, absorbed, choices, after }: MergeValues): Promise<number | null> {
  const companyId = actor.company.id;
  for (const id of [survivor, absorbed].toSorted((one, other) => one - other)) await lockFragments(tx, companyId, id);
  const [left, right] = [await readFragments(tx, survivor), await readFragments(tx, absorbed)];
  const isNewer = (read: typeof left, known: number) => (read.fragments.at(-1)?.id ?? 0) > known;
  if (after && (isNewer(left, after.survivor) || isNewer(right, after.absorbed)))
    throw new FieldErrors({ non_field_errors: 'merge_stale' });
  const data = mergedFields<StoredProfile>(left.merged.data, right.merged.data, choices);
  // The locks created empty overlays.
  await recomputeOverlay(tx, companyId, absorbed);
  if (Object.keys(data).length === 0) {
    await recomputeOverlay(tx, companyId, survivor);
    return null;
  }
  requireName({ ...left.merged.data, ...(data as Partial<StoredProfile>) }, data);
  return (await insertFragment(tx, actor, { profileId: survivor, data, source: 'merge' })).id;
}

/** Also removes them from lists that were saved later. */
export async function takeMergedValuesBack(
  tx: Tx,
  { companyId, profileId, fragmentId }: { companyId: number; profileId: number; fragmentId: number | null },
): Promise<void> {
  await lockFragments(tx, companyId, profileId);
  const { base, fragments } = await readFragments(tx, profileId);
  const merge = fragmentId === null ? undefined : await findFragment(tx, fragmentId);
  if (merge?.profile_id !== profileId) return recomputeOverlay(tx, companyId, profileId);
  const before = mergeFragments<StoredProfile>(base.data, await newestData(tx, { profileId, before: merge.id })).data;
  const later = fragments.filter(({ id, fields }) => id > merge.id && fields.some((field) => merge.fields.includes(field)));
  const brought = await dataOfFragment(tx, merge.id);
  for (const row of later) {
    // One at a time: each may be as long as a profile.
    const known = await dataOfFragment(tx, row.id);
    const data = withoutEntries<StoredProfile>(known, { brought, before });
    if (Object.keys(changedFields(known, data as FragmentData)).length > 0) await writeFragment(tx, row, { data });
  }
  await deleteFragment(tx, merge);
  return undefined;
}
