import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { ofCompany, standing } from '#platform/database/like.ts';

/** Empties the names that jobs keep for their list where these name a person who is erased. */
export const forgetJobDetails = (tx: Tx, words: readonly string[], companyId: number | null) =>
  sql`update jobs set details = (
      select jsonb_object_agg(key, case when jsonb_typeof(value) = 'string' and value #>> '{}' ~* any(${standing(words)}::text[]) then '""' else value end)
      from jsonb_each(details))
    where ${ofCompany(companyId)} and details::text ~* any(${standing(words)}::text[])`.execute(tx);
