import { type Insertable, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { violates } from '#platform/database/reject-conflict.ts';
import type { ApiTokenTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<ApiTokenTables>();

export type NewApiToken = Insertable<ApiTokenTables['api_tokens']>;

/** A token without a name replaces the earlier one. Throws for a known name (`isNameTaken`). */
export const saveToken = (tx: Tx, { user_id, ...token }: NewApiToken) =>
  tables(tx)
    .insertInto('api_tokens')
    .values({ user_id, ...token })
    .onConflict((conflict) => conflict.column('user_id').where('name', 'is', null).doUpdateSet(token))
    .returningAll()
    .executeTakeFirstOrThrow();

export const isNameTaken = (error: unknown): boolean => violates(error, 'api_tokens_name');

const ofUser = (tx: Tx, userId: number) => tables(tx).selectFrom('api_tokens').selectAll().where('user_id', '=', userId);

/** The one without a name. */
export const findToken = (tx: Tx, userId: number) => ofUser(tx, userId).where('name', 'is', null).executeTakeFirst();

export const listTokens = (tx: Tx, userId: number) => ofUser(tx, userId).orderBy('id', 'desc').execute();

/** Concurrent calls of a token do not wait for each other. */
export async function recordUse(tx: Tx, id: number, now: Date): Promise<void> {
  await sql`update api_tokens set last_used_at = ${now} where id = (
    select id from api_tokens where id = ${id} and (last_used_at is null or last_used_at < ${now}) for update skip locked)`.execute(tx);
}

export async function deleteUnnamed(tx: Tx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tables(tx)
    .deleteFrom('api_tokens')
    .where('user_id', '=', userId)
    .where('name', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteTokenById(tx: Tx, { id, userId }: { id: number; userId: number }): Promise<boolean> {
  const { numDeletedRows } = await tables(tx)
    .deleteFrom('api_tokens')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The newest token of each user. */
export async function apiKeys(tx: Tx, userIds: readonly number[]) {
  const rows = await tables(tx)
    .selectFrom('api_tokens')
    .select(['user_id', 'last_four', 'created_at', 'expires_at'])
    .distinctOn('user_id')
    .where('user_id', '=', sql<number>`any(${userIds})`)
    .orderBy('user_id')
    .orderBy('created_at', 'desc')
    .execute();
  return new Map(rows.map(({ user_id: userId, ...key }) => [userId, key]));
}

export type ApiToken = NonNullable<Awaited<ReturnType<typeof findToken>>>;

/** Searches all companies. */
export const findLiveToken = (tx: Tx, hash: Buffer, now: Date) =>
  tables(tx)
    .selectFrom('api_tokens')
    .select(['id', 'name', 'user_id', 'company_id', 'scopes', 'last_used_at'])
    .where('token_hash', '=', hash)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .executeTakeFirst();

export async function deleteTokens(tx: Tx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tables(tx).deleteFrom('api_tokens').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}
