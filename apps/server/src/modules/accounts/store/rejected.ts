import { sql } from 'kysely';
import { hashToken } from '#platform/crypto/tokens.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AccountTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<AccountTables>();
const keyOf = (email: string) => hashToken(`registered ${email.toLowerCase()}`);

/** accounts/README.md, secrecy. The latest registration counts. */
export const saveRejected = (tx: Tx, email: string, { passwordHash, expiresAt }: { passwordHash: string; expiresAt: Date }) =>
  tables(tx)
    .insertInto('rejected_registrations')
    .values({ key_hash: keyOf(email), password_hash: passwordHash, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.column('key_hash').doUpdateSet({ password_hash: passwordHash, expires_at: expiresAt, needs_account: false }),
    )
    .execute();

/** Keeps the responses for a replaced registration unchanged until it would have expired. */
export const saveReplacedRegistration = (
  tx: Tx,
  { id, email, password_hash }: { id: number; email: string; password_hash: string | null },
) =>
  sql`insert into rejected_registrations (key_hash, password_hash, expires_at, needs_account)
    select ${keyOf(email)}, ${password_hash}, max(expires_at), true from one_time_tokens where user_id = ${id} and purpose = 'activate'
    having max(expires_at) is not null and ${password_hash}::text is not null
    on conflict (key_hash) do update set password_hash = excluded.password_hash, expires_at = excluded.expires_at, needs_account = true`.execute(
    tx,
  );

export const deleteRejected = (tx: Tx, email: string) =>
  tables(tx).deleteFrom('rejected_registrations').where('key_hash', '=', keyOf(email)).execute();

export const extendRejected = (tx: Tx, email: string, { hasAccount, expiresAt }: { hasAccount: boolean; expiresAt: Date }) =>
  tables(tx)
    .updateTable('rejected_registrations')
    .set({ expires_at: expiresAt })
    .where('key_hash', '=', keyOf(email))
    .where('needs_account', 'in', [false, hasAccount])
    .execute();

export async function findRejected(tx: Tx, email: string, { hasAccount }: { hasAccount: boolean }): Promise<string | undefined> {
  const row = await tables(tx)
    .selectFrom('rejected_registrations')
    .select('password_hash')
    .where('key_hash', '=', keyOf(email))
    .where('needs_account', 'in', [false, hasAccount])
    .executeTakeFirst();
  return row?.password_hash;
}
