import { sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Does a part of a transaction over all companies, and goes on from where it looked before: for what hangs on a row of one company and may be of
 * another, as the sessions of staff who act as somebody. Nothing else is asked of the transaction meanwhile.
 */
export async function overAllCompanies<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ scope: string }>`select current_setting('headwater.scope') as scope`.execute(tx);
  const look = (scope: string) => sql`select set_config('headwater.scope', ${scope}, true)`.execute(tx);
  await look('system');
  // Where it fails, the transaction is given up.
  const result = await work();
  await look(rows[0]?.scope ?? 'company');
  return result;
}
