import { type Insertable, sql, type Updateable } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { overAllCompanies } from '#platform/database/over-all-companies.ts';
import { deleteAddressReturns, isAddressReserved } from './address-return-store.ts';
import { deletePasskeys } from './passkey-store.ts';
import { endSessionsOf } from './session-store.ts';
import { deleteSocialIdentities } from './social-store.ts';
import type { User } from './store.ts';
import type { AccountTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<AccountTables>();

export type UserColumns = Updateable<AccountTables['users']>;
export type NewUserColumns = Insertable<AccountTables['users']>;

/** ADR 72: its owner may still take it back. */
class AddressReserved extends Error {
  readonly constraint = 'users_email';
}

/** Nobody else gets an address that an account may get back. Fails as where the address belongs to another account. */
export async function requireUnreserved(tx: Tx, email: string, userId?: number): Promise<void> {
  if (await isAddressReserved(tx, email, userId)) throw new AddressReserved('the address may be taken back');
}

/** Another person has this address: the constraint speaks over all companies, whatever the transaction sees. */
export const isAddressTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'users_email';

/** Fails where the address belongs to another account (`isAddressTaken`). */
export async function addUser(tx: Tx, columns: NewUserColumns): Promise<User> {
  if (columns.address_elsewhere !== true) await requireUnreserved(tx, columns.email);
  return tables(tx).insertInto('users').values(columns).returningAll().executeTakeFirstOrThrow();
}

/** Whoever knew the old password or held the old rights is out. */
const endsSessions = (before: User, after: User): boolean =>
  (['password_hash', 'email', 'role'] as const).some((column) => before[column] !== after[column]) ||
  (before.is_active && !after.is_active);

/** The one place where what others change of a user is written. Fails where the address belongs to another account (`isAddressTaken`). */
export async function changeUser(tx: Tx, before: User, columns: UserColumns): Promise<User> {
  if (Object.keys(columns).length === 0) return before;
  const isOther = columns.email !== undefined && columns.email.toLowerCase() !== before.email.toLowerCase();
  if (isOther) await requireUnreserved(tx, columns.email ?? '', before.id);
  const own = isOther && before.address_elsewhere ? { ...columns, address_elsewhere: false } : columns;
  const after = await tables(tx).updateTable('users').set(own).where('id', '=', before.id).returningAll().executeTakeFirstOrThrow();
  // Staff who act as the person are of another company.
  if (endsSessions(before, after)) await overAllCompanies(tx, () => endSessionsOf(tx, before.id));
  // Another address may be another person's: no device of the one before opens the account, and no account of theirs elsewhere.
  if (isOther) {
    await deleteAddressReturns(tx, before.id);
    await deletePasskeys(tx, before.id);
    await deleteSocialIdentities(tx, before.id);
  }
  return after;
}

/**
 * The person has shown that the address is theirs as well (ADR 69): what else signs them in goes on, and so does a spared session. Fails where it
 * belongs to another account (`isAddressTaken`).
 */
export async function changeOwnAddress(tx: Tx, { id }: User, { email, spared }: { email: string; spared?: Buffer }): Promise<void> {
  await requireUnreserved(tx, email, id);
  await tables(tx).updateTable('users').set({ email, address_elsewhere: false }).where('id', '=', id).execute();
  await overAllCompanies(tx, () => endSessionsOf(tx, id, spared));
}

/** The group that these people are shown in, of those who are in `from` now; null: in none. */
export const assignGroup = (tx: Tx, { userIds, from, to }: { userIds: readonly number[]; from: number | null; to: number | null }) =>
  tables(tx)
    .updateTable('users')
    .set({ group_id: to })
    .where('id', '=', sql<number>`any(${[...userIds]}::bigint[])`)
    .where('group_id', from === null ? 'is' : '=', from)
    .execute();

/** Nobody is shown in the group any more. */
export const leaveGroup = (tx: Tx, groupId: number) =>
  tables(tx).updateTable('users').set({ group_id: null }).where('group_id', '=', groupId).execute();
