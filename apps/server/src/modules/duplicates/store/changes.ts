import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { tryLockUntilCommit } from '#platform/database/locks.ts';

/** False where another process looks for duplicates: of two profiles that are looked at beside each other neither would find the other. */
export const lockSearch = (tx: Tx) => tryLockUntilCommit(tx, 'duplicates', 0);

/** Those whose time has come, first come first. */
const due = (now: Date) => sql`from duplicate_changes where retry_at is null or retry_at <= ${now} order by id`;

/** The next profiles to look at, each once; they are no longer waiting when the transaction commits. */
export async function takeChanges(tx: Tx, { limit, now }: { limit: number; now: Date }): Promise<number[]> {
  const { rows } = await sql<{ profile_id: number }>`
    delete from duplicate_changes where id in (select id ${due(now)} limit ${limit}) returning profile_id`.execute(tx);
  return [...new Set(rows.map((row) => row.profile_id))].toSorted((left, right) => left - right);
}

/** Sets the profile that is next to be looked at aside until then, unless it changes before. */
export const setNextAside = (tx: Tx, { now, until }: { now: Date; until: Date }) =>
  sql`with aside as (
    delete from duplicate_changes where profile_id = (select profile_id ${due(now)} limit 1) returning profile_id)
    insert into duplicate_changes (profile_id, retry_at) select distinct profile_id, ${until}::timestamptz from aside`.execute(tx);

/** Has all profiles looked at, after those that wait already. */
export const addEverybody = (tx: Tx) =>
  sql`insert into duplicate_changes (profile_id) select id from profiles where deleted_at is null order by id`.execute(tx);

/** Whether profiles wait to be looked at; one that is set aside is not waited for. */
export async function areChangesWaiting(tx: Tx, now: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select ${due(now)}) as found`.execute(tx);
  return rows[0]?.found ?? false;
}
