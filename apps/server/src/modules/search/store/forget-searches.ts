import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { ofCompany, standing } from '#platform/database/like.ts';

/** Deletes searches that name a person who is erased, of that company or of all (null); their history goes with them. */
export const forgetSearches = (tx: Tx, words: readonly string[], companyId: number | null) =>
  sql`delete from search_queries where ${ofCompany(companyId)} and query ~* any(${standing(words)}::text[])`.execute(tx);
