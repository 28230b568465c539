import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

/** Includes profiles that they were merged into. Call it in the transaction of the change. */
export async function announceProfiles(tx: Tx, ids: Iterable<number>): Promise<void> {
  const unique = [...new Set(ids)].toSorted((left, right) => left - right);
  if (unique.length === 0) return;
  await sql`
    insert into search_changes (profile_id) select unnest(${unique}::bigint[])
    union select leads_to from profile_merges where absorbed_id = any(${unique}::bigint[]) and detached_at is null`.execute(tx);
}

/** Returns the position after the last deleted change, or null without one. */
export async function forgetChanges(tx: Tx, before: Date): Promise<number | null> {
  const { rows } = await sql<{ below: number | null }>`
    with gone as (
      delete from search_changes where changed_at < ${before}
        and transaction_id < pg_snapshot_xmin(pg_current_snapshot()) returning transaction_id)
    select max(transaction_id::text::bigint) + 1 as below from gone`.execute(tx);
  return rows[0]?.below ?? null;
}

/** Changes above this cluster's transaction counter come from a restored dump and never settle. */
export async function dropForeignChanges(tx: Tx): Promise<void> {
  await sql`delete from search_changes where transaction_id > pg_snapshot_xmax(pg_current_snapshot())`.execute(tx);
}
