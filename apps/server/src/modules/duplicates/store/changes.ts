import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { tryLockUntilCommit } from '#platform/database/locks.ts';

/** False while another process searches: neither search would see the new profiles of the other. */
export const lockSearch = (tx: Tx) => tryLockUntilCommit(tx, 'duplicates', 0);

const due = (now: Date) => sql`from duplicate_changes where retry_at is null or retry_at <= ${now} order by id`;

export async function takeChanges(tx: Tx, { limit, now }: { limit: number; now: Date }): Promise<number[]> {
  const { rows } = await sql<{ profile_id: number }>`
    delete from duplicate_changes where id in (select id ${due(now)} limit ${limit}) returning profile_id`.execute(tx);
  return [...new Set(rows.map((row) => row.profile_id))].toSorted((left, right) => left - right);
}

export const setNextAside = (tx: Tx, { now, until }: { now: Date; until: Date }) =>
  sql`with aside as (
    delete from duplicate_changes where profile_id = (select profile_id ${due(now)} limit 1) returning profile_id)
    insert into duplicate_changes (profile_id, retry_at) select distinct profile_id, ${until}::timestamptz from aside`.execute(tx);

export const addEverybody = (tx: Tx) =>
  sql`insert into duplicate_changes (profile_id) select id from profiles where deleted_at is null order by id`.execute(tx);

export async function areChangesWaiting(tx: Tx, now: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select ${due(now)}) as found`.execute(tx);
  return rows[0]?.found ?? false;
}
