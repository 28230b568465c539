import type { StatisticsSettings } from '@headwater/contract/statistics';
import type { Section } from '@headwater/domain/statistics/metrics';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

export type StoredSettings = Omit<StatisticsSettings, 'section' | 'scope' | 'may_edit'>;

interface Owner {
  companyId: number;
  /** Null: settings of the company. */
  userId: number | null;
  section: Section;
}

export async function findSettings(tx: Tx, { companyId, userId, section }: Owner): Promise<Partial<StoredSettings>> {
  const { rows } = await sql<{ settings: Partial<StoredSettings> }>`
    select settings from statistics_settings
    where company_id = ${companyId} and user_id is not distinct from ${userId}::bigint and section = ${section}`.execute(tx);
  return rows[0]?.settings ?? {};
}

export async function saveSettings(tx: Tx, { companyId, userId, section }: Owner, settings: Partial<StoredSettings>): Promise<void> {
  await sql`
    insert into statistics_settings (company_id, user_id, section, settings)
    values (${companyId}, ${userId}, ${section}, ${JSON.stringify(settings)}::jsonb)
    on conflict (company_id, user_id, section) do update set settings = statistics_settings.settings || excluded.settings`.execute(tx);
}

export async function listLeftOutGroups(tx: Tx, companyId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select group_id as id from statistics_left_out_groups where company_id = ${companyId} order by 1`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function setLeftOutGroups(tx: Tx, companyId: number, ids: readonly number[]): Promise<void> {
  await sql`delete from statistics_left_out_groups where company_id = ${companyId} and group_id <> all(${ids}::bigint[])`.execute(tx);
  await sql`
    insert into statistics_left_out_groups (company_id, group_id)
    select company_id, id from user_groups where company_id = ${companyId} and id = any(${ids}::bigint[]) order by id
    on conflict do nothing`.execute(tx);
}

/** Ids that are no groups of the company. */
export async function unknownGroups(tx: Tx, companyId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::bigint[]) as asked (id) where not exists (
      select from user_groups g where g.id = asked.id and g.company_id = ${companyId})`.execute(tx);
  return rows.map(({ id }) => id);
}
