import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { tryLockUntilCommit } from '#platform/database/locks.ts';

/** False where another process looks for duplicates: of two profiles that are looked at beside each other neither would find the other. */
export const lockSearch = (tx: Tx) => tryLockUntilCommit(tx, 'duplicates', 0);

/** The next profiles to look at, each once; they are no longer waiting when the transaction commits. */
export async function takeChanges(tx: Tx, limit: number): Promise<number[]> {
  const { rows } = await sql<{ profile_id: number }>`
    delete from duplicate_changes where id in (select id from duplicate_changes order by id limit ${limit}) returning profile_id`.execute(
    tx,
  );
  return [...new Set(rows.map((row) => row.profile_id))].toSorted((left, right) => left - right);
}

/** Puts the profile that is next to be looked at behind all others that wait. */
export const postponeNext = (tx: Tx) =>
  sql`with postponed as (
    delete from duplicate_changes where profile_id = (select profile_id from duplicate_changes order by id limit 1) returning profile_id)
    insert into duplicate_changes (profile_id) select distinct profile_id from postponed`.execute(tx);

/** Has all profiles looked at, after those that wait already. */
export const addEverybody = (tx: Tx) =>
  sql`insert into duplicate_changes (profile_id) select id from profiles where deleted_at is null order by id`.execute(tx);

/** Whether profiles wait to be looked at. */
export async function areChangesWaiting(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from duplicate_changes) as found`.execute(tx);
  return rows[0]?.found ?? false;
}
