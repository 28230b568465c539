import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { DuplicateTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<DuplicateTables>();

export interface Dismissal {
  companyId: number;
  userId: number;
  lowId: number;
  highId: number;
  now: Date;
}

/** A later shared contact makes them a pair again. */
export const insertDismissal = (tx: Tx, { companyId, userId, lowId, highId, now }: Dismissal) =>
  sql`
  insert into duplicate_dismissals (company_id, low_id, high_id, contacts, dismissed_by, dismissed_at)
  select ${companyId}::bigint, ${lowId}::bigint, ${highId}::bigint,
    coalesce((select array_agg(distinct contact) from duplicate_pairs as pair, unnest(pair.contacts) as contact
      where pair.low_id = ${lowId} and pair.high_id = ${highId}), '{}'), ${userId}::bigint, ${now}
  on conflict (company_id, low_id, high_id) do update
    set contacts = excluded.contacts, dismissed_by = excluded.dismissed_by, dismissed_at = excluded.dismissed_at`.execute(tx);

export const deleteDismissal = (tx: Tx, lowId: number, highId: number) =>
  tables(tx)
    .deleteFrom('duplicate_dismissals')
    .where('low_id', '=', lowId)
    .where('high_id', '=', highId)
    .where('company_id', '=', sql<number>`headwater_company()`)
    .execute();
