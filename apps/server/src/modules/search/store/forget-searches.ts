import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { containing } from '#platform/database/like.ts';

/** Deletes searches that name a person who is erased, in all companies; their history goes with them. */
export const forgetSearches = (tx: Tx, words: readonly string[]) =>
  sql`delete from search_queries where query ilike any(${words.map(containing)}::text[])`.execute(tx);
