import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { PeopleWanted } from './vacancies.ts';

/** People are looked for among the first ones of the base, as reading all of a large one would hold up the start. */
const lookedAt = 4000;

/** Ids of people of the common base that fit a vacancy of the demo, the best fitting first. */
export async function findFitting(tx: Tx, { count, title, skills }: PeopleWanted): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with base as (
      select id, data from profiles where company_id is null and deleted_at is null and external_key like 'demo:%' order by id limit ${lookedAt}
    )
    select id from base where data -> 'positions' -> 0 ->> 'title' ~* ${title}
    order by (select count(*) from jsonb_array_elements(data -> 'skills') as skill where skill ->> 'name' = any(${skills}::text[])) desc, id
    limit ${count}`.execute(tx);
  return rows.map((row) => row.id);
}
