import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { ofCompany, standing } from '#platform/database/like.ts';

export const forgetSearches = (tx: Tx, words: readonly string[], companyId: number | null) =>
  sql`delete from search_queries where ${ofCompany(companyId)} and query ~* any(${standing(words)}::text[])`.execute(tx);
