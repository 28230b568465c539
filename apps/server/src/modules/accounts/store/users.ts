import { type Insertable, sql, type Updateable } from 'kysely';
import type { Role } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { lockUntilCommit } from '#platform/database/locks.ts';
import type { AccountTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<AccountTables>();

export type UserColumns = Updateable<AccountTables['users']>;
export type NewUserColumns = Insertable<AccountTables['users']>;
export type User = NonNullable<Awaited<ReturnType<typeof findUser>>>;

export const staffRankOf = ({ role, holds_staff_rights: holdsStaffRights }: Pick<User, 'role' | 'holds_staff_rights'>) => ({
  role,
  holdsStaffRights,
});

export const findUser = (tx: Tx, userId: number) => tables(tx).selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();

/** Allows concurrent inserts of rows that reference the user. */
export const lockUser = (tx: Tx, userId: number) =>
  tables(tx).selectFrom('users').selectAll().where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();

/** Over all companies. Skips moved, pending and released addresses. */
export const findUserByEmail = (tx: Tx, email: string) =>
  tables(tx)
    .selectFrom('users')
    .selectAll()
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('moved_to', 'is', null)
    .where('is_address_pending', '=', false)
    .where('is_address_released', '=', false)
    .executeTakeFirst();

/** Over all companies: super users, and administrators with staff rights (ADR 93). */
export const listInstallationAdmins = (tx: Tx) =>
  tables(tx)
    .selectFrom('users')
    .select(['id', 'company_id'])
    .where((where) => where.or([where('role', '=', 'super_user'), where('holds_staff_rights', '=', true)]))
    .where('is_active', '=', true)
    .where('moved_to', 'is', null)
    .execute();

export const findUserOfCompany = (tx: Tx, companyId: number, email: string) =>
  tables(tx)
    .selectFrom('users')
    .selectAll()
    .where('company_id', '=', companyId)
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('moved_to', 'is', null)
    .orderBy('is_address_pending')
    .orderBy('is_active', 'desc')
    .orderBy(sql`deleted_at is not null`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** Marks accounts with this address that were never activated as pending. Over all companies. */
export async function yieldAddress(tx: Tx, email: string, userId: number): Promise<void> {
  const address = email.toLowerCase();
  await lockUntilCommit(tx, 'accountAddress', address);
  await tables(tx)
    .updateTable('users')
    .set({ is_address_pending: true })
    .where(sql<string>`lower(email)`, '=', address)
    .where('id', '!=', userId)
    .where('moved_to', 'is', null)
    .where('is_activated', '=', false)
    .execute();
}

export interface NewUser {
  companyId: number;
  email: string;
  passwordHash: string | null;
  firstName: string;
  lastName: string;
  role: Role;
  canSearch: boolean;
  apiManager?: boolean;
  holdsStaffRights?: boolean;
  dataEnrichmentEnabled?: boolean;
  language?: 'en' | 'ru';
  isActivated?: boolean;
}

export async function insertUser(tx: Tx, user: NewUser): Promise<number> {
  const row = await tables(tx)
    .insertInto('users')
    .values({
      company_id: user.companyId,
      email: user.email,
      password_hash: user.passwordHash,
      first_name: user.firstName,
      last_name: user.lastName,
      role: user.role,
      can_search: user.canSearch,
      api_manager: user.apiManager ?? false,
      holds_staff_rights: user.holdsStaffRights ?? false,
      data_enrichment_enabled: user.dataEnrichmentEnabled ?? false,
      language: user.language ?? null,
      is_activated: user.isActivated ?? true,
      is_verified: user.isActivated ?? true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Throws for a taken address (`isAddressTaken`). */
export const insertUserRow = (tx: Tx, columns: NewUserColumns): Promise<User> =>
  tables(tx).insertInto('users').values(columns).returningAll().executeTakeFirstOrThrow();

/** Throws for a taken address (`isAddressTaken`). */
export const updateUser = (tx: Tx, userId: number, columns: UserColumns): Promise<User> =>
  tables(tx).updateTable('users').set(columns).where('id', '=', userId).returningAll().executeTakeFirstOrThrow();

export const assignGroup = (tx: Tx, { userIds, from, to }: { userIds: readonly number[]; from: number | null; to: number | null }) =>
  tables(tx)
    .updateTable('users')
    .set({ group_id: to })
    .where('id', '=', sql<number>`any(${[...userIds]}::bigint[])`)
    .where('group_id', from === null ? 'is' : '=', from)
    .execute();

export const leaveGroup = (tx: Tx, groupId: number) =>
  tables(tx).updateTable('users').set({ group_id: null }).where('group_id', '=', groupId).execute();

export const markAddressesReleased = (tx: Tx, companyId: number) =>
  tables(tx).updateTable('users').set({ is_address_released: true }).where('company_id', '=', companyId).execute();

/** Over all companies. Returns the number of active users without their address. */
export async function reclaimAddresses(tx: Tx, companyId: number): Promise<number> {
  await sql`update users as own set is_address_released = false where company_id = ${companyId} and is_address_released
    and not exists (select from users as other where lower(other.email) = lower(own.email) and other.company_id <> own.company_id
      and other.moved_to is null and not other.is_address_pending and not other.is_address_released)
    and not exists (select from address_restores as back join users as owner on owner.id = back.user_id
      where lower(back.address) = lower(own.email) and owner.is_active and owner.company_id <> own.company_id)`.execute(tx);
  const { count } = await tables(tx)
    .selectFrom('users')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('is_address_released', '=', true)
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow();
  return count;
}

/** Over all companies. The earliest invited account of another company gets the address. */
export const handOverAddresses = (tx: Tx, companyId: number) =>
  sql`update users set is_address_pending = false where is_address_pending and not is_address_released and id in (
    select distinct on (lower(waiting.email)) waiting.id from users gone join users waiting on lower(waiting.email) = lower(gone.email)
    where gone.company_id = ${companyId} and gone.moved_to is null and not gone.is_address_pending
      and waiting.is_address_pending and not waiting.is_address_released and waiting.moved_to is null
      and waiting.is_active and waiting.deleted_at is null
    order by lower(waiting.email), waiting.id)`.execute(tx);

export const saveSettings = (tx: Tx, userId: number, settings: { language?: 'en' | 'ru'; range_measure?: 'km' | 'mi' }) =>
  tables(tx).updateTable('users').set(settings).where('id', '=', userId).execute();

/** By email, which proves only access to the mailbox. */
export const savePassword = (tx: Tx, userId: number, { passwordHash, now }: { passwordHash: string; now: Date }) =>
  tables(tx).updateTable('users').set({ password_hash: passwordHash, password_emailed_at: now }).where('id', '=', userId).execute();

/** False if the password changed since. */
export async function exchangePassword(tx: Tx, { id, password_hash: before }: User, passwordHash: string): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('users')
    .set({ password_hash: passwordHash, password_emailed_at: null })
    .where('id', '=', id)
    .where('password_hash', '=', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const replaceRegistration = (
  tx: Tx,
  userId: number,
  { firstName, lastName, passwordHash, language }: Pick<NewUser, 'firstName' | 'lastName' | 'passwordHash' | 'language'>,
) =>
  tables(tx)
    .updateTable('users')
    .set({ first_name: firstName, last_name: lastName, password_hash: passwordHash, language: language ?? null })
    .where('id', '=', userId)
    .execute();

export async function deletePending(tx: Tx, before: Date, now: Date): Promise<number[]> {
  const result = await sql<{ company_id: number }>`delete from users where id in (
    select u.id from users u join companies c on c.id = u.company_id
    where not u.is_activated and u.password_hash is not null and u.date_joined <= ${before}
      and c.is_ext_company and c.access_type = 'extension'
      and not exists (select from one_time_tokens t where t.user_id = u.id and t.purpose = 'activate' and t.expires_at > ${now})
    limit 1000) returning company_id`.execute(tx);
  return result.rows.map(({ company_id: id }) => id);
}

/** False if the account was activated since. */
export async function deleteRegistered(tx: Tx, userId: number): Promise<boolean> {
  const result = await sql`delete from users where id = ${userId} and not is_activated
    and not exists (select from users as others where others.company_id = users.company_id and others.id <> users.id)`.execute(tx);
  return result.numAffectedRows === 1n;
}

export const markActivated = (tx: Tx, userId: number) =>
  tables(tx).updateTable('users').set({ is_activated: true, is_verified: true }).where('id', '=', userId).execute();

export interface Acceptance {
  firstName: string;
  lastName: string;
  passwordHash: string;
  language: 'en' | 'ru';
}

/** Undefined if inactive or active already. Throws for a taken address (`isAddressTaken`). */
export const activateInvited = (tx: Tx, userId: number, { firstName, lastName, passwordHash, language }: Acceptance) =>
  tables(tx)
    .updateTable('users')
    .set({
      first_name: firstName,
      last_name: lastName,
      password_hash: passwordHash,
      language,
      is_activated: true,
      is_verified: true,
      is_address_pending: false,
    })
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .where('is_activated', '=', false)
    .returningAll()
    .executeTakeFirst();

export const touchUser = (tx: Tx, userId: number, seenAt: Date) =>
  tables(tx).updateTable('users').set({ last_seen_at: seenAt }).where('id', '=', userId).execute();

export interface UserFilter {
  excludeId?: number;
  roles?: readonly Role[];
  onlyAssignable?: boolean;
  withoutPending?: boolean;
  ids?: readonly number[] | undefined;
  limit: number;
}

export function listUsers(tx: Tx, filter: UserFilter) {
  let query = tables(tx)
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'role', 'is_active', 'language'])
    .where('is_active', '=', true);
  if (filter.excludeId !== undefined) query = query.where('id', '!=', filter.excludeId);
  if (filter.ids) query = query.where('id', '=', sql<number>`any(${filter.ids})`);
  if (filter.roles?.length) query = query.where('role', 'in', filter.roles);
  if (filter.onlyAssignable) query = query.where('role', 'in', ['worker', 'admin']);
  if (filter.withoutPending) query = query.where('is_activated', '=', true);
  return query.orderBy('last_name').orderBy('first_name').orderBy('id').limit(filter.limit).execute();
}

export async function countUsers(tx: Tx): Promise<number> {
  const row = await tables(tx)
    .selectFrom('users')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

export const listAddresses = (tx: Tx, companyId: number) =>
  tables(tx)
    .selectFrom('users')
    .select(['id', 'email', 'role', 'company_id'])
    .where('company_id', '=', companyId)
    .where('is_active', '=', true)
    .execute();

export const hasOtherSignIn = async (tx: Tx, companyId: number): Promise<boolean> =>
  (await tables(tx)
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .where('role', 'in', ['admin', 'admin_without_search'])
    .where('is_active', '=', true)
    .where('password_hash', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Undefined if address, password or state changed since the user was authenticated. */
export async function lockUnchangedUser(tx: Tx, before: User): Promise<User | undefined> {
  const user = await lockUser(tx, before.id);
  const isSame = user?.is_active && user.email === before.email && user.password_hash === before.password_hash;
  return isSame ? user : undefined;
}
