import { type RawBuilder, sql } from 'kysely';
import { type FragmentField, fragmentFields } from '@headwater/domain/profiles/fragments';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import type { FragmentData, FragmentSource, ProfileTables, ShownProfilesView } from '../tables.ts';
import { announceProfiles } from './changes.ts';

/** The only writer of profile_fragments and profile_overlays: both change together, and search learns of it. */
const tables = (tx: Tx) => tx.withTables<ProfileTables>();

/** A save without what it says, which may be megabytes. */
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

/** The saves of the company in scope, the oldest first, without what they say. */
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

/** What a save says. */
export async function dataOfFragment(tx: Tx, fragmentId: number): Promise<FragmentData> {
  const row = await tables(tx).selectFrom('profile_fragments').select('data').where('id', '=', fragmentId).executeTakeFirst();
  return row?.data ?? {};
}

export interface NewestInput {
  profileId: number;
  fields?: readonly FragmentField[];
  /** Leaves this save out. */
  but?: number;
  /** Leaves this save and all later ones out. */
  before?: number;
}

/** Of each field the newest save that says something of it, as rows of `id` and `fields`: no save is unpacked for that. */
function newestOf({ profileId, fields = fragmentFields, but, before }: NewestInput): RawBuilder<unknown> {
  return sql`select id, array_agg(field) as fields from (
    select distinct on (field) field, id from profile_fragments, unnest(fields) as field
    where profile_id = ${profileId} and company_id = headwater_company() and field = any(${[...fields]}::text[])
      and id is distinct from ${but ?? null}::bigint and (${before ?? null}::bigint is null or id < ${before ?? null}::bigint)
    order by field, id desc) as newest group by id`;
}

/** What the company in scope has changed of a profile: of each save the fields that no later one says anything of. As much as the profile itself may be. */
export async function newestData(tx: Tx, input: NewestInput): Promise<{ id: number; data: FragmentData }[]> {
  const { rows } = await sql<{ id: number; data: FragmentData }>`
    select newest.id, (select jsonb_object_agg(key, value) from jsonb_each(fragment.data) where key = any(newest.fields)) as data
    from (${newestOf(input)}) as newest join profile_fragments as fragment on fragment.id = newest.id order by newest.id`.execute(tx);
  return rows;
}

/** Holds what the company changes of the profile until the transaction ends: of two saves at once the second sees the first. */
export async function lockFragments(tx: Tx, companyId: number, profileId: number): Promise<void> {
  await tables(tx)
    .insertInto('profile_overlays')
    .values({ company_id: companyId, profile_id: profileId, data: '{}' })
    .onConflict((conflict) => conflict.columns(['company_id', 'profile_id']).doUpdateSet({ updated_at: sql<Date>`now()` }))
    .execute();
}

/** Makes the overlay anew of the fragments; without any it goes, unless it hides the profile. The caller holds the lock. */
export async function recomputeOverlay(tx: Tx, companyId: number, profileId: number): Promise<void> {
  await sql`update profile_overlays set updated_at = now(), data = coalesce((
      select jsonb_object_agg(key, value) from (${newestOf({ profileId })}) as newest
        join profile_fragments as fragment on fragment.id = newest.id, jsonb_each(fragment.data) where key = any(newest.fields)), '{}')
    where company_id = ${companyId} and profile_id = ${profileId}`.execute(tx);
  await sql`delete from profile_overlays where company_id = ${companyId} and profile_id = ${profileId} and not hidden
    and not exists (select from profile_fragments where company_id = ${companyId} and profile_id = ${profileId})`.execute(tx);
  await announceProfiles(tx, [profileId]);
}

/** The most that the saves of a company may take for one profile: several of the longest ones, thousands of ordinary ones. */
const mostBytes = 32 * 1024 * 1024;
/** What a save counts for at least: its row is read and shown, however little it says. */
const leastBytes = 4 * 1024;

/** Refuses what was just written where the company keeps too much of the profile, at the field that takes most. */
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

/** Writes fragments anew that say less than before; those that say nothing any more, and have brought no contacts, go. The caller holds the lock. */
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

/** Saves that say nothing, and have brought no contacts, with which they stay until they are undone. */
async function dropEmpty(tx: Tx, ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql`delete from profile_fragments where id = any(${ids}::bigint[]) and fields = '{}'
    and not exists (select from profile_contacts where fragment_id = profile_fragments.id) returning id`.execute(tx);
  return rows.length > 0;
}

/** Writes a fragment anew, without its overlay; undefined where it is gone, as it says nothing any more. */
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

/** Writes a fragment anew; one that says nothing any more, and has brought no contacts, goes. The caller holds the lock. */
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

/** Takes a save back with the contacts that it brought; false where somebody else did so meanwhile. The caller holds the lock. */
export async function deleteFragment(tx: Tx, row: Pick<FragmentRow, 'id' | 'company_id' | 'profile_id'>): Promise<boolean> {
  await tables(tx).deleteFrom('profile_contacts').where('fragment_id', '=', row.id).where('company_id', '=', row.company_id).execute();
  const gone = await tables(tx).deleteFrom('profile_fragments').where('id', '=', row.id).returning('id').executeTakeFirst();
  await recomputeOverlay(tx, row.company_id, row.profile_id);
  return gone !== undefined;
}

/** The profile as it was found, without what companies changed and without banned links. */
export const findBase = (tx: Tx, profileId: number) =>
  tx
    .withTables<ShownProfilesView>()
    .selectFrom('unbanned_profiles')
    .select(['id', 'company_id', 'data'])
    .where('id', '=', profileId)
    .executeTakeFirst();

/** The same with banned links, for whoever writes lists of links: they come back when they are unbanned. */
export const findStoredBase = (tx: Tx, profileId: number) =>
  tables(tx).selectFrom('profiles').select(['id', 'company_id', 'data']).where('id', '=', profileId).executeTakeFirst();
