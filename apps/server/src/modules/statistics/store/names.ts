import { statusName } from '@headwater/domain/vacancies/statuses';
import { sql } from 'kysely';
import type { Language } from '@headwater/contract/errors';
import type { Tx } from '#platform/database/database.ts';

export interface Named {
  id: number;
  name: string;
  is_deleted: boolean;
}

/** Users that belong to the company, or have facts in it: they may have moved. */
export async function listUsers(tx: Tx, companyId: number): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select u.id, coalesce(nullif(concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')), ''), u.email) as name,
      u.moved_to is not null or not u.is_active as is_deleted
    from users u where u.company_id = ${companyId} order by lower(u.last_name), lower(u.first_name), u.id limit 5000`.execute(tx);
  return rows;
}

interface Kept {
  id: number;
  name: string;
  is_private: boolean;
  exists: boolean;
  is_deleted: boolean;
}

const keptNames = async (tx: Tx, { companyId, kind, table }: { companyId: number; kind: 'vacancy' | 'template'; table: string }) =>
  (
    await sql<Kept>`
      select n.id, n.name, n.is_private, t.id is not null as exists, t.id is null or t.deleted_at is not null as is_deleted
      from statistics_names n left join ${sql.table(table)} t on t.id = n.id
      where n.company_id = ${companyId} and n.kind = ${kind} order by lower(n.name), n.id`.execute(tx)
  ).rows;

export const keptVacancies = (tx: Tx, companyId: number) => keptNames(tx, { companyId, kind: 'vacancy', table: 'vacancies' });
export const keptTemplates = (tx: Tx, companyId: number) => keptNames(tx, { companyId, kind: 'template', table: 'mailing_templates' });

export const ownTemplates = async (tx: Tx, userId: number): Promise<Set<number>> =>
  new Set((await sql<{ id: number }>`select id from mailing_templates where created_by = ${userId}`.execute(tx)).rows.map(({ id }) => id));

export interface StatusRow extends Named {
  /** English name of an initial status. */
  stored: string;
  parent_id: number | null;
}

/** In the order of the company; deleted ones last. */
export async function listStatuses(tx: Tx, companyId: number, language: Language): Promise<StatusRow[]> {
  const { rows } = await sql<StatusRow & { is_default: boolean }>`
    select s.id, s.name, s.name as stored, s.is_default, s.deleted_at is not null as is_deleted, s.parent_id
    from candidate_statuses s left join candidate_statuses p on p.id = s.parent_id
    where s.company_id = ${companyId}
    order by s.deleted_at is not null, coalesce(p.position, s.position), p.id is not null, s.position, s.id`.execute(tx);
  return rows.map(({ is_default: isDefault, ...row }) => ({ ...row, name: statusName({ name: row.name, isDefault }, language) }));
}

/** Last known names of statuses, also of those that are gone. */
export async function keptStatusNames(tx: Tx, companyId: number): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from statistics_names where company_id = ${companyId} and kind = 'status'`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function mailboxAddresses(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; address: string }>`select id, address from mailboxes where id = any(${ids}::bigint[])`.execute(
    tx,
  );
  return new Map(rows.map(({ id, address }) => [id, address]));
}

export async function hasLeftOutGroups(tx: Tx, companyId: number): Promise<boolean> {
  const { rows } = await sql`select from statistics_left_out_groups where company_id = ${companyId} limit 1`.execute(tx);
  return rows.length > 0;
}

export async function firstFactAt(tx: Tx, companyId: number, kinds: readonly string[]): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(first.at) as at from unnest(${kinds}::text[]) as counted (name) cross join lateral (
      (select at from statistics_slots where company_id = ${companyId} and kind = counted.name order by at limit 1)
      union all
      (select at from statistics_pending where company_id = ${companyId} and kind = counted.name order by at limit 1)) as first`.execute(
    tx,
  );
  return rows[0]?.at ?? null;
}
