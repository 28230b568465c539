import { z } from 'zod';
import { publish } from '#platform/events/store.ts';
import { type Batch, defineJob } from '#platform/jobs/define-job.ts';
import type { Tx } from '#platform/database/database.ts';
import { visibleProfileIds } from '#modules/profiles/public.ts';
import { listOver, reduceJob } from '#platform/jobs/store.ts';
import { changeTags, deleteUnusedTags, ensureTags, findTags, tagsAmong, undoTags } from './store.ts';

interface TagInput {
  profiles: number[];
  add: string[];
  remove: string[];
}

interface Progress {
  next: number;
  changed: number;
}

const rows = 500;
const markOf = ({ actor, jobId, now }: Batch<unknown, unknown>) => ({ companyId: actor.company.id, userId: actor.userId, jobId, now });

const kind = 'profiles_tag';
const input = z.object({ profiles: z.array(z.number()), add: z.array(z.string()), remove: z.array(z.string()) });

/** DEC-13. */
export const tagJob = defineJob<TagInput, Progress, { after: number; done: number }>({
  kind,
  input,
  async batch(tx, batch) {
    const { profiles, add, remove } = batch.input;
    const { next, changed } = batch.state ?? { next: 0, changed: 0 };
    const part = profiles.slice(next, next + rows);
    const visible = await visibleProfileIds(tx, part);
    const mark = markOf(batch);
    const tagIds = { add: await ensureTags(tx, mark, add), remove: await findTags(tx, remove) };
    const count = await changeTags(tx, mark, { profileIds: part.filter((id) => visible.has(id)), ...tagIds });
    if (count > 0) await publish(tx, { companyId: mark.companyId, topic: 'tags', ids: part.length > 100 ? [] : part });
    const state = { next: Math.min(next + rows, profiles.length), changed: changed + count };
    return { state, done: state.next, finished: state.next >= profiles.length, result: { changed: state.changed } };
  },
  async undo(tx, batch) {
    const { after, done } = batch.state ?? { after: 0, done: 0 };
    const mark = markOf(batch);
    const part = await undoTags(tx, mark, { after, limit: rows * 4 });
    if (!part) return { state: { after, done }, done, finished: true };
    await publish(tx, { companyId: mark.companyId, topic: 'tags', ids: part.profileIds.length > 100 ? [] : part.profileIds });
    const state = { after: part.to, done: done + part.profileIds.length };
    return { state, done: state.done, finished: false, result: { undone: state.done } };
  },
});

/** Deletes tags that only this person had, also from stored jobs. Runs over all companies. */
export async function forgetTagsOf(tx: Tx, profileId: number, tagIds: readonly number[]): Promise<void> {
  await deleteUnusedTags(tx, tagIds);
  for (const { id, company_id: companyId, input: stored } of await listOver(tx, { kind, list: 'profiles', number: profileId })) {
    const { profiles, add, remove } = input.parse(stored);
    const known = await tagsAmong(tx, companyId, [...add, ...remove]);
    const left = { add: add.filter((word) => known.has(word)), remove: remove.filter((word) => known.has(word)) };
    if (left.add.length + left.remove.length < add.length + remove.length) await reduceJob(tx, id, { profiles, ...left });
  }
}
