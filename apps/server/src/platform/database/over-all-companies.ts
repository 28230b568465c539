import { sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * For rows of other companies, such as sessions of staff. Do not run other queries of the
 * transaction concurrently.
 */
export async function overAllCompanies<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ scope: string }>`select current_setting('headwater.scope') as scope`.execute(tx);
  const setScope = (scope: string) => sql`select set_config('headwater.scope', ${scope}, true)`.execute(tx);
  await setScope('system');
  const result = await work();
  await setScope(rows[0]?.scope ?? 'company');
  return result;
}
