import { type Actor, isHiringManagerLike } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { publish } from '#platform/events/store.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { JobRow } from '#platform/jobs/store.ts';
import { type IsCandidateFor, requireProfile, visibleProfileIds } from '#modules/profiles/public.ts';
import { ensureTags, listTags, lockTags, replaceTags, tagKey, type TagRow } from './store.ts';
import { tagJob } from './tag-job.ts';

/** ROLE-044. Throws profile_not_found and forbidden. */
export async function tagsOfProfile(
  tx: Tx,
  actor: Actor,
  { profileId, isCandidateFor }: { profileId: number; isCandidateFor: IsCandidateFor },
): Promise<TagRow[]> {
  await requireProfile(tx, profileId);
  if (isHiringManagerLike(actor) && !(await isCandidateFor(tx, actor, profileId))) throw new AppError('profile_not_found');
  if (!actor.permissions.tags) throw new AppError('forbidden');
  return listTags(tx, [profileId]);
}

interface SaveInput {
  profileId: number;
  names: readonly string[];
  now: Date;
}

/** CTP-008, CTP-009. */
export async function saveTags(tx: Tx, actor: Actor, { profileId, names, now }: SaveInput): Promise<TagRow[]> {
  await requireProfile(tx, profileId);
  if (!actor.permissions.tags) throw new AppError('forbidden');
  const mark = { companyId: actor.company.id, userId: actor.userId, now };
  await lockTags(tx, actor.company.id, profileId);
  await replaceTags(tx, mark, { profileId, tagIds: await ensureTags(tx, mark, names) });
  await publish(tx, { companyId: actor.company.id, topic: 'tags', ids: [profileId] });
  return listTags(tx, [profileId]);
}

interface TagManyInput {
  profiles: readonly number[];
  add: string[];
  remove: string[];
}

/** DEC-13. Skips invisible ids; throws if none is visible. */
export async function tagMany(
  tx: Tx,
  { actor, jobs }: { actor: Actor; jobs: Jobs },
  { profiles, add, remove }: TagManyInput,
): Promise<{ job: JobRow; count: number }> {
  if (!actor.permissions.tags) throw new AppError('forbidden');
  const visible = await visibleProfileIds(tx, profiles);
  if (visible.size === 0) throw new FieldErrors({ profiles: 'profile_not_found' });
  const added = new Set(add.map(tagKey));
  const input = { profiles: [...visible], add, remove: remove.filter((name) => !added.has(tagKey(name))) };
  const details = { tag: [...add, ...remove].join(', ').slice(0, 255) };
  return { job: await jobs.run(tx, tagJob, { actor, input, total: visible.size, details }), count: visible.size };
}
