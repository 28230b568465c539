import { maxTags } from '@headwater/domain/profiles/tags';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { containing } from '#platform/database/like.ts';
import { lockUntilCommit } from '#platform/database/locks.ts';
import { defineMergeStep } from '#modules/profiles/public/merging.ts';
import type { TagTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<TagTables>();

export interface TagMark {
  companyId: number;
  userId: number;
  now: Date;
}

export interface TagRow {
  id: number;
  name: string;
}

/** Normalized name; tags with equal keys are the same tag. */
export const tagKey = (name: string) => name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

function distinct(names: readonly string[]): { name: string; key: string }[] {
  const byKey = new Map<string, string>();
  for (const name of names) if (!byKey.has(tagKey(name))) byKey.set(tagKey(name), name);
  return [...byKey].map(([key, name]) => ({ key, name }));
}

/** Creates missing tags. */
export async function ensureTags(tx: Tx, { companyId, userId, now }: TagMark, names: readonly string[]): Promise<number[]> {
  const words = distinct(names);
  if (words.length === 0) return [];
  await sql`insert into tags (company_id, name, key, created_by, created_at)
    select ${companyId}::bigint, name, key, ${userId}::bigint, ${now}
    from unnest(${words.map(({ name }) => name)}::text[], ${words.map(({ key }) => key)}::text[]) as words (name, key)
    on conflict (company_id, key) do nothing`.execute(tx);
  return findTags(tx, names);
}

export async function findTags(tx: Tx, names: readonly string[]): Promise<number[]> {
  const rows = await tables(tx)
    .selectFrom('tags')
    .select('id')
    .where('key', '=', sql<string>`any(${distinct(names).map(({ key }) => key)}::text[])`)
    .execute();
  return rows.map(({ id }) => id);
}

export async function listTags(tx: Tx, profileIds: readonly number[]): Promise<(TagRow & { profile_id: number })[]> {
  return tables(tx)
    .selectFrom('profile_tags')
    .innerJoin('tags', 'tags.id', 'profile_tags.tag_id')
    .select(['profile_tags.profile_id', 'tags.id', 'tags.name'])
    .where('profile_tags.profile_id', '=', sql<number>`any(${profileIds})`)
    .orderBy('tags.key')
    .execute();
}

/** Prefix matches first, then most used. */
export async function findUsedTags(tx: Tx, { text, limit }: { text: string; limit: number }): Promise<(TagRow & { count: number })[]> {
  const { rows } = await sql<TagRow & { count: number }>`
    select tags.id, tags.name, count(*) as count from tags join profile_tags on profile_tags.tag_id = tags.id
    where tags.key like ${containing(tagKey(text))}
    group by tags.id order by starts_with(tags.key, ${tagKey(text)}) desc, count desc, tags.key limit ${limit}`.execute(tx);
  return rows;
}

/** Profiles of the company in scope per tag key, ascending. */
export async function profilesTagged(tx: Tx, keys: readonly string[]): Promise<Map<string, Uint32Array>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ key: string; ids: number[] }>`
    select tags.key, array_agg(profile_tags.profile_id::integer order by profile_tags.profile_id) as ids
    from tags join profile_tags on profile_tags.tag_id = tags.id
    where tags.key = any(${keys}::text[]) group by tags.key`.execute(tx);
  return new Map(rows.map(({ key, ids }) => [key, Uint32Array.from(ids)]));
}

const mostTags = 50;
/** Bounds the memory of one request; tags beyond it are found by typing their name. */
const mostRows = 500_000;

/** The most used tags with this text in their name. */
export async function countedTags(tx: Tx, text: string): Promise<string[]> {
  let rows = 0;
  const found = await findUsedTags(tx, { text, limit: mostTags });
  return found.filter(({ count }, place) => (rows += count) <= mostRows || place === 0).map(({ name }) => name);
}

export const lockTags = (tx: Tx, companyId: number, profileId: number) => lockUntilCommit(tx, 'profileTags', `${companyId} ${profileId}`);

export async function replaceTags(tx: Tx, mark: TagMark, { profileId, tagIds }: { profileId: number; tagIds: readonly number[] }) {
  await sql`delete from profile_tags where profile_id = ${profileId} and tag_id <> all(${tagIds}::bigint[])`.execute(tx);
  await sql`insert into profile_tags (company_id, profile_id, tag_id, created_by, created_at)
    select ${mark.companyId}::bigint, ${profileId}::bigint, id, ${mark.userId}::bigint, ${mark.now} from unnest(${tagIds}::bigint[]) as id
    on conflict do nothing`.execute(tx);
}

interface BulkChange {
  profileIds: readonly number[];
  add: readonly number[];
  remove: readonly number[];
}

/** Skips profiles above the limit. Returns the number of changed profiles. */
export async function changeTags(tx: Tx, { jobId, ...mark }: TagMark & { jobId: number }, change: BulkChange): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from profile_tags where profile_id = any(${change.profileIds}) and tag_id = any(${change.remove}::bigint[])
      returning profile_id, tag_id
    ), room as (
      select id from unnest(${change.profileIds}::bigint[]) as id where (
        select count(*) from (
          select tag_id from profile_tags where profile_id = id and tag_id <> all(${change.remove}::bigint[])
          union select unnest(${change.add}::bigint[])
        ) as after
      ) <= ${maxTags}
    ), added as (
      insert into profile_tags (company_id, profile_id, tag_id, created_by, created_at)
      select ${mark.companyId}::bigint, room.id, tag_id, ${mark.userId}::bigint, ${mark.now}
      from room, unnest(${change.add}::bigint[]) as tag_id
      on conflict do nothing returning profile_id, tag_id
    ), changed as (
      insert into tag_changes (company_id, job_id, profile_id, tag_id, is_added)
      select ${mark.companyId}::bigint, ${jobId}::bigint, profile_id, tag_id, false from gone
      union all select ${mark.companyId}::bigint, ${jobId}::bigint, profile_id, tag_id, true from added
      returning profile_id
    )
    select count(distinct profile_id) as count from changed`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function undoTags(tx: Tx, mark: TagMark & { jobId: number }, { after, limit }: { after: number; limit: number }) {
  const { rows: part } = await sql<{ id: number; profile_id: number }>`
    select id, profile_id from tag_changes where job_id = ${mark.jobId} and id > ${after} order by id limit ${limit}`.execute(tx);
  const last = part.at(-1);
  if (!last) return undefined;
  const entries = sql`select profile_id, tag_id, is_added from tag_changes
    where job_id = ${mark.jobId} and id > ${after} and id <= ${last.id}`;
  await sql`delete from profile_tags using (${entries}) as entry
    where entry.is_added and profile_tags.profile_id = entry.profile_id and profile_tags.tag_id = entry.tag_id`.execute(tx);
  await sql`insert into profile_tags (company_id, profile_id, tag_id, created_by, created_at)
    select ${mark.companyId}::bigint, profile_id, tag_id, ${mark.userId}::bigint, ${mark.now} from (${entries}) as entry
    where not entry.is_added on conflict do nothing`.execute(tx);
  return { to: last.id, profileIds: [...new Set(part.map((row) => row.profile_id))] };
}

export const tagsMergeStep = defineMergeStep<{ tags: number[]; changes: number[] }>({
  name: 'tags',
  async absorb(tx, { companyId, from, into }) {
    const { rows } = await sql<{ tag_id: number }>`update profile_tags as tagged set profile_id = ${into}
      where company_id = ${companyId} and profile_id = ${from} and not exists (select from profile_tags as known
        where known.company_id = tagged.company_id and known.profile_id = ${into} and known.tag_id = tagged.tag_id)
      returning tag_id`.execute(tx);
    if (rows.length === 0) return undefined;
    const tags = rows.map((row) => row.tag_id);
    const changes = await sql<{ id: number }>`update tag_changes set profile_id = ${into}
      where company_id = ${companyId} and profile_id = ${from} and tag_id = any(${tags}::bigint[]) returning id`.execute(tx);
    return { tags, changes: changes.rows.map(({ id }) => id) };
  },
  async giveBack(tx, { companyId, from, into }, { tags, changes }) {
    await sql`update tag_changes set profile_id = ${from} where profile_id = ${into} and id = any(${changes}::bigint[])`.execute(tx);
    await sql`update profile_tags as tagged set profile_id = ${from}
      where company_id = ${companyId} and profile_id = ${into} and tag_id = any(${tags}::bigint[])
        and not exists (select from profile_tags as known
          where known.company_id = tagged.company_id and known.profile_id = ${from} and known.tag_id = tagged.tag_id)`.execute(tx);
  },
});

/** Ids in all companies in scope. */
export async function tagIdsOf(tx: Tx, profileId: number): Promise<number[]> {
  const rows = await tables(tx).selectFrom('profile_tags').select('tag_id').where('profile_id', '=', profileId).execute();
  return rows.map((row) => row.tag_id);
}

/** Deletes unused tags, which may identify the erased person. */
export async function deleteUnusedTags(tx: Tx, tagIds: readonly number[]): Promise<void> {
  await sql`delete from tags where id = any(${tagIds}::bigint[])
    and not exists (select from profile_tags where profile_tags.tag_id = tags.id)`.execute(tx);
}

export async function tagsAmong(tx: Tx, companyId: number, words: readonly string[]): Promise<Set<string>> {
  const rows = await tables(tx)
    .selectFrom('tags')
    .select('key')
    .where('company_id', '=', companyId)
    .where('key', '=', sql<string>`any(${words.map(tagKey)}::text[])`)
    .execute();
  const keys = new Set(rows.map(({ key }) => key));
  return new Set(words.filter((word) => keys.has(tagKey(word))));
}
