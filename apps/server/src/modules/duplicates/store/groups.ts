import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { listOf, numbersOf } from './lists.ts';

/** `companyId` 0: the common base. */
export interface GroupQuestion {
  key: number;
  companyId: number;
  /** Limit of views of the common base, and of each company for a question of the base. */
  reach: number;
}

/** `companyId` 0: the common base. */
export const insertKeys = (tx: Tx, keys: readonly { key: number; companyId: number; viewId: number }[]) =>
  sql`
  insert into duplicate_keys (key, company_id, view_id)
  select * from unnest(${listOf(keys.map(({ key }) => key))}::bigint[], ${listOf(keys.map(({ companyId }) => companyId))}::bigint[],
    ${listOf(keys.map(({ viewId }) => viewId))}::bigint[])`.execute(tx);

export interface Group {
  position: number;
  /** Company of each view; 0: the common base. */
  companies: number[];
  views: number[];
}

const ofCompany = sql`union all (select company_id, view_id from duplicate_keys
  where key = question.key and company_id = question.company_id and question.company_id > 0 limit question.reach)`;

/** A question of the common base gets views of every company. Omits groups with one view. */
export async function findGroups(tx: Tx, questions: readonly GroupQuestion[]): Promise<Group[]> {
  if (questions.length === 0) return [];
  const { rows } = await sql<{ position: number; companies: string; views: string }>`
    select position - 1 as position, companies, views
    from unnest(${listOf(questions.map(({ key }) => key))}::bigint[], ${listOf(questions.map(({ companyId }) => companyId))}::bigint[],
      ${listOf(questions.map(({ reach }) => reach))}::int[]) with ordinality as question (key, company_id, reach, position)
    cross join lateral (select count(*) as size, array_agg(company_id)::text as companies, array_agg(view_id)::text as views from (
      (select company_id, view_id from duplicate_keys where key = question.key and (company_id = 0 or question.company_id = 0)
        order by company_id, view_id limit question.reach)
      ${questions.some(({ companyId }) => companyId > 0) ? ofCompany : sql``}) as member) as found
    where found.size > 1`.execute(tx);
  return rows.map(({ position, companies, views }) => ({ position, companies: numbersOf(companies), views: numbersOf(views) }));
}
