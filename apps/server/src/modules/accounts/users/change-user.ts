import { isAdminType } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { violates } from '#platform/database/reject-conflict.ts';
import { overAllCompanies } from '#platform/database/over-all-companies.ts';
import { deleteAddressRestores, isAddressReserved } from '../store/address-restores.ts';
import { deleteTokens } from '../api-tokens/store.ts';
import { deletePasskeys } from '../store/passkeys.ts';
import { endSessionsOf } from '../store/sessions.ts';
import { deleteSocialIdentities } from '../store/social.ts';
import { insertUserRow, type NewUserColumns, updateUser, type User, type UserColumns } from '../store/users.ts';

/** accounts/README.md, reclaimed addresses: the previous owner of an address may reclaim it for some time. */
class AddressReserved extends Error {
  readonly constraint = 'users_email';
}

export async function requireUnreserved(tx: Tx, email: string, userId?: number): Promise<void> {
  if (await isAddressReserved(tx, email, userId)) throw new AddressReserved('the address may be taken back');
}

/** The unique address holds over all companies. */
export const isAddressTaken = (error: unknown): boolean => violates(error, 'users_email');

/** Throws for a taken address (`isAddressTaken`). */
export async function addUser(tx: Tx, columns: NewUserColumns): Promise<User> {
  if (columns.is_address_pending !== true) await requireUnreserved(tx, columns.email);
  return insertUserRow(tx, columns);
}

/** Earlier sessions and tokens must not gain staff rights. */
const gainsStaffRights = (before: User, after: User): boolean => !before.holds_staff_rights && after.holds_staff_rights;

const endsToken = (before: User, after: User): boolean => (before.is_active && !after.is_active) || gainsStaffRights(before, after);

const endsSessions = (before: User, after: User): boolean =>
  (['password_hash', 'email', 'role'] as const).some((column) => before[column] !== after[column]) || endsToken(before, after);

/** ADR 93: staff rights end where the user stops being an active administrator. */
function endsStaffRights(before: User, columns: UserColumns): boolean {
  const { role, is_active: isActive, holds_staff_rights: holds } = { ...before, ...columns };
  return holds && (!isActive || !isAdminType({ role }));
}

/** Throws for a taken address (`isAddressTaken`). */
export async function changeUser(tx: Tx, before: User, columns: UserColumns): Promise<User> {
  if (Object.keys(columns).length === 0) return before;
  const isOther = columns.email !== undefined && columns.email.toLowerCase() !== before.email.toLowerCase();
  if (isOther) await requireUnreserved(tx, columns.email ?? '', before.id);
  const after = await updateUser(tx, before.id, {
    ...columns,
    ...(isOther ? { is_address_pending: false, is_address_released: false } : {}),
    ...(endsStaffRights(before, columns) ? { holds_staff_rights: false } : {}),
  });
  // Includes sessions of staff that impersonate the user.
  if (endsSessions(before, after)) await overAllCompanies(tx, () => endSessionsOf(tx, before.id));
  if (endsToken(before, after)) await deleteTokens(tx, before.id);
  // The new address may belong to another person.
  if (isOther) {
    await deleteAddressRestores(tx, before.id);
    await deletePasskeys(tx, before.id);
    await deleteSocialIdentities(tx, before.id);
  }
  return after;
}

/**
 * Ends sessions, impersonations, the API token and staff rights. Messages of the user wait until
 * reactivation.
 */
export const deactivateUser = (
  tx: Tx,
  user: User,
  columns: Pick<UserColumns, 'deleted_at' | 'moved_to' | 'password_hash' | 'api_manager'> = {},
): Promise<User> => changeUser(tx, user, { ...columns, is_active: false });

/** accounts/README.md, own address: keeps passkeys and links. Throws for a taken address (`isAddressTaken`). */
export async function changeOwnAddress(tx: Tx, { id }: User, { email, spared }: { email: string; spared?: Buffer }): Promise<void> {
  await requireUnreserved(tx, email, id);
  await updateUser(tx, id, { email, is_address_pending: false, is_address_released: false });
  await overAllCompanies(tx, () => endSessionsOf(tx, id, spared));
}
