import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

/** A group to look into, for a view of a company (0: of the common base). */
export interface GroupQuestion {
  key: number;
  companyId: number;
  /** How many are read: of the common base first, and of every company where the view is one of the base. */
  reach: number;
}

export interface Group {
  /** Place of the question. */
  position: number;
  /** Whose views these are; 0 = the common base. */
  company_id: number;
  views: number[];
}

/** Who is in groups: of the common base, and of the company that asks; for the common base of every company. */
export async function findGroups(tx: Tx, questions: readonly GroupQuestion[]): Promise<Group[]> {
  if (questions.length === 0) return [];
  const { rows } = await sql<Group>`
    with question as materialized (
      select * from unnest(${questions.map(({ key }) => key)}::bigint[], ${questions.map(({ companyId }) => companyId)}::bigint[],
        ${questions.map(({ reach }) => reach)}::int[]) with ordinality as question (key, company_id, reach, position))
    select position - 1 as position, member.company_id, array_agg(member.view_id) as views from question, lateral (
      (select company_id, view_id from duplicate_keys where key = question.key and (company_id = 0 or question.company_id = 0)
        order by company_id, view_id limit question.reach)
      union all
      (select company_id, view_id from duplicate_keys
        where key = question.key and company_id = question.company_id and question.company_id > 0 limit question.reach)
    ) as member group by position, member.company_id`.execute(tx);
  return rows;
}
