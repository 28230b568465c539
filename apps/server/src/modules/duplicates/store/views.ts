import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { PersonView } from '../views-of-person.ts';
import { listOf } from './lists.ts';

export interface ViewRow {
  id: number;
  profile_id: number;
  company_id: number | null;
  facts: string | null;
}

export async function findViews(tx: Tx, profileIds: readonly number[]): Promise<ViewRow[]> {
  const { rows } = await sql<ViewRow>`
    select id, profile_id, company_id, facts from duplicate_views where profile_id = any(${profileIds}::bigint[])`.execute(tx);
  return rows;
}

export async function findViewsById(tx: Tx, ids: readonly number[]): Promise<ViewRow[]> {
  const { rows } = await sql<ViewRow>`
    select id, profile_id, company_id, facts from duplicate_views where id = any(${ids}::bigint[]) and facts is not null`.execute(tx);
  return rows;
}

/** As 'profile company'. */
export async function findOwnViews(tx: Tx, profileIds: readonly number[]): Promise<Set<string>> {
  const { rows } = await sql<{ profile_id: number; company_id: number }>`
    select profile_id, company_id from duplicate_views where profile_id = any(${profileIds}::bigint[]) and company_id is not null`.execute(
    tx,
  );
  return new Set(rows.map((row) => `${row.profile_id} ${row.company_id}`));
}

export const deleteViews = (tx: Tx, profileIds: readonly number[]) =>
  sql`delete from duplicate_views where profile_id = any(${profileIds}::bigint[])`.execute(tx);

export async function insertViews(tx: Tx, views: readonly PersonView[]): Promise<number[]> {
  if (views.length === 0) return [];
  const facts = views.map(({ packed }) => packed ?? '').join('\n');
  const keys = views.map((view) => listOf(view.keys.map(({ key }) => key))).join('\n');
  const { rows } = await sql<{ id: number; profile_id: number; company_id: number | null }>`
    insert into duplicate_views (profile_id, company_id, facts, keys)
    select profile_id, company_id, facts, keys::bigint[]
    from unnest(${listOf(views.map(({ profileId }) => profileId))}::bigint[], ${listOf(views.map(({ companyId }) => companyId))}::bigint[],
      string_to_array(${facts}, E'\\n', ''), string_to_array(${keys}, E'\\n')) as input (profile_id, company_id, facts, keys)
    returning id, profile_id, company_id`.execute(tx);
  const ids = new Map(rows.map((row) => [`${row.profile_id} ${row.company_id}`, row.id]));
  return views.map(({ profileId, companyId }) => ids.get(`${profileId} ${companyId}`) ?? 0);
}
