import { type Insertable, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { ApiTokenTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<ApiTokenTables>();

export type NewApiToken = Insertable<ApiTokenTables['api_tokens']>;

/** Replaces the user's earlier token. */
export const saveToken = (tx: Tx, { user_id, ...token }: NewApiToken) =>
  tables(tx)
    .insertInto('api_tokens')
    .values({ user_id, ...token })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(token))
    .returningAll()
    .executeTakeFirstOrThrow();

export const findToken = (tx: Tx, userId: number) =>
  tables(tx).selectFrom('api_tokens').selectAll().where('user_id', '=', userId).executeTakeFirst();

export async function apiKeys(tx: Tx, userIds: readonly number[]) {
  const rows = await tables(tx)
    .selectFrom('api_tokens')
    .select(['user_id', 'last_four', 'created_at', 'expires_at'])
    .where('user_id', '=', sql<number>`any(${userIds})`)
    .execute();
  return new Map(rows.map(({ user_id: userId, ...key }) => [userId, key]));
}

export type ApiToken = NonNullable<Awaited<ReturnType<typeof findToken>>>;

/** Searches all companies. */
export const findLiveToken = (tx: Tx, hash: Buffer, now: Date) =>
  tables(tx)
    .selectFrom('api_tokens')
    .select(['user_id', 'company_id', 'scopes'])
    .where('token_hash', '=', hash)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .executeTakeFirst();

export async function deleteToken(tx: Tx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tables(tx).deleteFrom('api_tokens').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}
