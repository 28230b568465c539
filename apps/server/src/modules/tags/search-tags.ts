import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { findUsedTags, tagKey } from './store.ts';

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

/** The most used tags whose name holds the text. */
export async function countedTags(tx: Tx, text: string): Promise<string[]> {
  let rows = 0;
  const found = await findUsedTags(tx, { text, limit: mostTags });
  return found.filter(({ count }, place) => (rows += count) <= mostRows || place === 0).map(({ name }) => name);
}
