import { type RawBuilder, sql } from 'kysely';
import { type FragmentField, fragmentFields } from '@headwater/domain/profiles/fragments';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import type { FragmentData, FragmentSource, ProfileTables, ShownProfilesView } from '../tables.ts';
import { announceProfiles } from './changes.ts';

/** The only writer of profile_fragments and profile_overlays, which change together. */
const tables = (tx: Tx) => tx.withTables<ProfileTables>();

/** Without the data, which may be megabytes. */
const head = [
  'id',
  'company_id',
  'profile_id',
  'fields',
  'bytes',
  'source',
  'resume_id',
  'created_by',
  'created_at',
  'updated_at',
] as const;

export type FragmentRow = Awaited<ReturnType<typeof listFragments>>[number];

/** Without their data, the oldest first. */
export const listFragments = (tx: Tx, profileId: number) =>
  tables(tx)
    .selectFrom('profile_fragments')
    .select(head)
    .where('profile_id', '=', profileId)
    .where('company_id', '=', sql<number>`headwater_company()`)
    .orderBy('id')
    .execute();

export const findFragment = (tx: Tx, fragmentId: number) =>
  tables(tx).selectFrom('profile_fragments').select(head).where('id', '=', fragmentId).executeTakeFirst();

export async function dataOfFragment(tx: Tx, fragmentId: number): Promise<FragmentData> {
  const row = await tables(tx).selectFrom('profile_fragments').select('data').where('id', '=', fragmentId).executeTakeFirst();
  return row?.data ?? {};
}

export interface NewestInput {
  profileId: number;
  fields?: readonly FragmentField[];
  but?: number;
  /** Excludes this save and all later ones. */
  before?: number;
}

/** Rows of `id` and `fields`. Reads only the keys, so no save is unpacked. */
function newestOf({ profileId, fields = fragmentFields, but, before }: NewestInput): RawBuilder<unknown> {
  return sql`select id, array_agg(field) as fields from (
    select distinct on (field) field, id from profile_fragments, unnest(fields) as field
    where profile_id = ${profileId} and company_id = headwater_company() and field = any(${[...fields]}::text[])
      and id is distinct from ${but ?? null}::bigint and (${before ?? null}::bigint is null or id < ${before ?? null}::bigint)
    order by field, id desc) as newest group by id`;
}

/** The fields of each save that no later save sets: at most as long as the profile itself. */
export async function newestData(tx: Tx, input: NewestInput): Promise<{ id: number; data: FragmentData }[]> {
  const { rows } = await sql<{ id: number; data: FragmentData }>`
    select newest.id, (select jsonb_object_agg(key, value) from jsonb_each(fragment.data) where key = any(newest.fields)) as data
    from (${newestOf(input)}) as newest join profile_fragments as fragment on fragment.id = newest.id order by newest.id`.execute(tx);
  return rows;
}

export async function lockFragments(tx: Tx, companyId: number, profileId: number): Promise<void> {
  await tables(tx)
    .insertInto('profile_overlays')
    .values({ company_id: companyId, profile_id: profileId, data: '{}' })
    .onConflict((conflict) => conflict.columns(['company_id', 'profile_id']).doUpdateSet({ updated_at: sql<Date>`now()` }))
    .execute();
}

/** Deletes an empty overlay unless it hides the profile. The caller holds the lock. */
export async function recomputeOverlay(tx: Tx, companyId: number, profileId: number): Promise<void> {
  await sql`update profile_overlays set updated_at = now(), data = coalesce((
      select jsonb_object_agg(key, value) from (${newestOf({ profileId })}) as newest
        join profile_fragments as fragment on fragment.id = newest.id, jsonb_each(fragment.data) where key = any(newest.fields)), '{}')
    where company_id = ${companyId} and profile_id = ${profileId}`.execute(tx);
  await sql`delete from profile_overlays where company_id = ${companyId} and profile_id = ${profileId} and not hidden
    and not exists (select from profile_fragments where company_id = ${companyId} and profile_id = ${profileId})`.execute(tx);
  await announceProfiles(tx, [profileId]);
}

/** Several saves of maximum length, or thousands of ordinary ones. */
const mostBytes = 32 * 1024 * 1024;
/** Each row is read and shown, so a short save counts this much. */
const leastBytes = 4 * 1024;

/** The error is at the longest field of the new save. */
async function requireRoom(tx: Tx, { company_id: companyId, profile_id: profileId }: FragmentRow, data: FragmentData): Promise<void> {
  const { rows } = await sql<{ bytes: number }>`select sum(greatest(bytes, ${leastBytes}::integer)) as bytes from profile_fragments
    where company_id = ${companyId} and profile_id = ${profileId}`.execute(tx);
  if ((rows[0]?.bytes ?? 0) <= mostBytes) return;
  const lengthOf = (field: string) => (JSON.stringify(data[field as FragmentField]) ?? '').length;
  const [longest = 'non_field_errors'] = Object.keys(data).toSorted((left, right) => lengthOf(right) - lengthOf(left));
  throw new FieldErrors({ [longest]: 'profile_full' });
}

export interface NewFragment {
  profileId: number;
  data: FragmentData;
  source: FragmentSource;
  resumeId?: number | null;
}

export async function insertFragment(tx: Tx, actor: Actor, { profileId, data, source, resumeId }: NewFragment): Promise<FragmentRow> {
  const row = await tables(tx)
    .insertInto('profile_fragments')
    .values({
      company_id: actor.company.id,
      profile_id: profileId,
      data: JSON.stringify(data),
      source,
      resume_id: resumeId ?? null,
      created_by: actor.userId,
    })
    .returning(head)
    .executeTakeFirstOrThrow();
  await requireRoom(tx, row, data);
  await recomputeOverlay(tx, actor.company.id, profileId);
  return row;
}

interface Rewriting {
  data: FragmentData;
  source?: FragmentSource;
  resumeId?: number;
}

/** Deletes fragments that become empty, unless they brought contacts. The caller holds the lock. */
export async function dropFields(
  tx: Tx,
  { companyId, profileId, fields }: { companyId: number; profileId: number; fields: readonly FragmentField[] },
): Promise<void> {
  const named = sql`${[...fields]}::text[]`;
  const { rows } = await sql<{ id: number }>`update profile_fragments set data = data - ${named}, updated_at = now()
    where company_id = ${companyId} and profile_id = ${profileId} and fields && ${named} returning id`.execute(tx);
  await dropEmpty(
    tx,
    rows.map(({ id }) => id),
  );
  await recomputeOverlay(tx, companyId, profileId);
}

/** A save with contacts stays until it is undone. */
async function dropEmpty(tx: Tx, ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql`delete from profile_fragments where id = any(${ids}::bigint[]) and fields = '{}'
    and not exists (select from profile_contacts where fragment_id = profile_fragments.id) returning id`.execute(tx);
  return rows.length > 0;
}

/** Leaves the overlay. Returns undefined if the fragment became empty and was deleted. */
export async function writeFragment(
  tx: Tx,
  row: Pick<FragmentRow, 'id'>,
  { data, source, resumeId }: Rewriting,
): Promise<FragmentRow | undefined> {
  const written = await tables(tx)
    .updateTable('profile_fragments')
    .set({
      data: JSON.stringify(data),
      updated_at: sql<Date>`now()`,
      ...(source === undefined ? {} : { source }),
      ...(resumeId === undefined ? {} : { resume_id: resumeId }),
    })
    .where('id', '=', row.id)
    .returning(head)
    .executeTakeFirst();
  return written && (await dropEmpty(tx, [row.id])) ? undefined : written;
}

/** Deletes a fragment that becomes empty, unless it brought contacts. The caller holds the lock. */
export async function rewriteFragment(
  tx: Tx,
  row: Pick<FragmentRow, 'id' | 'company_id' | 'profile_id' | 'bytes'>,
  rewriting: Rewriting,
): Promise<FragmentRow | undefined> {
  const written = await writeFragment(tx, row, rewriting);
  if (written && written.bytes > row.bytes) await requireRoom(tx, written, rewriting.data);
  await recomputeOverlay(tx, row.company_id, row.profile_id);
  return written;
}

/** Also deletes its contacts. False if another request was first. The caller holds the lock. */
export async function deleteFragment(tx: Tx, row: Pick<FragmentRow, 'id' | 'company_id' | 'profile_id'>): Promise<boolean> {
  await tables(tx).deleteFrom('profile_contacts').where('fragment_id', '=', row.id).where('company_id', '=', row.company_id).execute();
  const gone = await tables(tx).deleteFrom('profile_fragments').where('id', '=', row.id).returning('id').executeTakeFirst();
  await recomputeOverlay(tx, row.company_id, row.profile_id);
  return gone !== undefined;
}

/** Without changes of companies and banned links. */
export const findBase = (tx: Tx, profileId: number) =>
  tx
    .withTables<ShownProfilesView>()
    .selectFrom('unbanned_profiles')
    .select(['id', 'company_id', 'data'])
    .where('id', '=', profileId)
    .executeTakeFirst();

/** Includes banned links: a writer of link lists keeps them, so that they return after an unban. */
export const findStoredBase = (tx: Tx, profileId: number) =>
  tables(tx).selectFrom('profiles').select(['id', 'company_id', 'data']).where('id', '=', profileId).executeTakeFirst();
