import { sql } from 'kysely';
import type { Tx } from './database.ts';
import { databaseFailure } from './failures.ts';

/** Rolls back only `work`, and returns its error. Throws if the database is unavailable. */
export async function inSavepoint(tx: Tx, work: () => Promise<void>): Promise<Error | undefined> {
  await sql`savepoint one_piece`.execute(tx);
  try {
    await work();
  } catch (error) {
    if (databaseFailure(error) === 'unavailable') throw error;
    await sql`rollback to savepoint one_piece`.execute(tx);
    return error instanceof Error ? error : new Error(String(error));
  }
  await sql`release savepoint one_piece`.execute(tx);
  return undefined;
}
