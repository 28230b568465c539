import type { Insertable, Updateable } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { deletePasskeys } from './passkey-store.ts';
import { endSessionsOf } from './session-store.ts';
import type { User } from './store.ts';
import type { AccountTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<AccountTables>();

export type UserColumns = Updateable<AccountTables['users']>;
export type NewUserColumns = Insertable<AccountTables['users']>;

/** Another person has this address: the constraint speaks over all companies, whatever the transaction sees. */
export const isAddressTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'users_email';

/** Fails where the address belongs to another account (`isAddressTaken`). */
export const addUser = (tx: Tx, columns: NewUserColumns): Promise<User> =>
  tables(tx).insertInto('users').values(columns).returningAll().executeTakeFirstOrThrow();

/** Whoever knew the old password or held the old rights is out. */
const endsSessions = (before: User, after: User): boolean =>
  (['password_hash', 'email', 'role'] as const).some((column) => before[column] !== after[column]) ||
  (before.is_active && !after.is_active);

/** The one place where what others change of a user is written. Fails where the address belongs to another account (`isAddressTaken`). */
export async function changeUser(tx: Tx, before: User, columns: UserColumns): Promise<User> {
  if (Object.keys(columns).length === 0) return before;
  const after = await tables(tx).updateTable('users').set(columns).where('id', '=', before.id).returningAll().executeTakeFirstOrThrow();
  if (endsSessions(before, after)) await endSessionsOf(tx, before.id);
  // Another address may be another person's: no device of the one before opens the account.
  if (before.email.toLowerCase() !== after.email.toLowerCase()) await deletePasskeys(tx, before.id);
  return after;
}
