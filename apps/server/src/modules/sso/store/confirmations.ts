import type { Insertable, Selectable } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { SsoTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<SsoTables>();

export type Confirmation = Selectable<SsoTables['sso_confirmations']>;

interface Place {
  tokenHash: Buffer;
  browserHash: Buffer;
  now: Date;
}

export const insertConfirmation = (tx: Tx, row: Insertable<SsoTables['sso_confirmations']>) =>
  tables(tx).insertInto('sso_confirmations').values(row).execute();

/** Over all companies. */
export const findConfirmation = (tx: Tx, { tokenHash, browserHash, now }: Place) =>
  tables(tx)
    .selectFrom('sso_confirmations')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Single use, in its own browser. Over all companies. */
export const takeConfirmation = (tx: Tx, { tokenHash, browserHash, now }: Place) =>
  tables(tx)
    .deleteFrom('sso_confirmations')
    .where('token_hash', '=', tokenHash)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();

/** Over all companies. */
export const deleteExpiredConfirmations = (tx: Tx, now: Date) =>
  tables(tx).deleteFrom('sso_confirmations').where('expires_at', '<=', now).execute();
