import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

export interface PositionKeys {
  company: string | null;
  title: string | null;
  start: string | null;
}

/** Enough for years of edits; bounds the reading of a profile. */
const mostSaves = 20;

/** Identifying values of positions, by save, the newest first. Omits descriptions, which may be long. */
export async function listPositionKeys(tx: Tx, profileId: number): Promise<ReadonlyMap<number, readonly PositionKeys[]>> {
  const { rows } = await sql<{ id: number; positions: PositionKeys[] }>`
    select id, coalesce((
      select jsonb_agg(jsonb_build_object('company', one -> 'company', 'title', one -> 'title', 'start', one -> 'start'))
      from jsonb_array_elements(case jsonb_typeof(data -> 'positions') when 'array' then data -> 'positions' else '[]' end) as one
    ), '[]') as positions
    from profile_fragments
    where profile_id = ${profileId} and company_id = headwater_company() and 'positions' = any(fields)
    order by id desc limit ${mostSaves}`.execute(tx);
  return new Map(rows.map(({ id, positions }) => [id, positions]));
}
