import type { Insertable, Selectable } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { SsoTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<SsoTables>();

export type Confirmation = Selectable<SsoTables['sso_confirmations']>;

export const insertConfirmation = (tx: Tx, row: Insertable<SsoTables['sso_confirmations']>) =>
  tables(tx).insertInto('sso_confirmations').values(row).execute();

/** How many links to that person's address are still good. */
export async function countConfirmations(tx: Tx, userId: number, now: Date): Promise<number> {
  const { count } = await tables(tx)
    .selectFrom('sso_confirmations')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

/** Single use, in the browser that it was made for: whoever opens it elsewhere, as programs that look into mail do, spends nothing. Over all companies. */
export const takeConfirmation = (tx: Tx, { tokenHash, browserHash, now }: { tokenHash: Buffer; browserHash: Buffer; now: Date }) =>
  tables(tx)
    .deleteFrom('sso_confirmations')
    .where('token_hash', '=', tokenHash)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();

/** Of all companies. */
export const deleteExpiredConfirmations = (tx: Tx, now: Date) =>
  tables(tx).deleteFrom('sso_confirmations').where('expires_at', '<=', now).execute();
