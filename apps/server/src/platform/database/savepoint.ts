import { sql } from 'kysely';
import type { Tx } from './database.ts';
import { databaseFailure } from './failures.ts';

/**
 * Runs work whose failure undoes that work alone, and not what the transaction did before. Returns the failure; only that the database is away is
 * thrown, as nothing can be known or done then.
 */
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
