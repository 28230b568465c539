import type { Tx } from '#platform/database/database.ts';
import { addUser, changeUser, deactivateUser } from './change-user.ts';
import { moveFactors } from '../store/factors.ts';
import type { User } from '../store/users.ts';
import type { AccountTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<AccountTables>();

/** Comments and permissions of the old company are not copied. */
const ownColumns = ({ email, password_hash, password_emailed_at, first_name, last_name, data_enrichment_enabled, ...user }: User) => ({
  search_as_worker: user.search_as_worker,
  email,
  password_hash,
  password_emailed_at,
  first_name,
  last_name,
  data_enrichment_enabled,
  language: user.language,
  range_measure: user.range_measure,
  phone: user.phone,
  additional_phone: user.additional_phone,
  phone_extension: user.phone_extension,
  is_activated: user.is_activated,
  is_verified: user.is_verified,
  is_address_pending: user.is_address_pending,
});

const formerAccount = (tx: Tx, user: User, companyId: number) =>
  tables(tx).selectFrom('users').selectAll().where('moved_to', '=', user.id).where('company_id', '=', companyId).executeTakeFirst();

interface Destination {
  companyId: number;
  rights: Pick<User, 'role' | 'can_search'>;
  now: Date;
}

/** Accounts never change company: creates one there, or reactivates a former one. */
export async function moveUser(tx: Tx, user: User, { companyId, rights, now }: Destination): Promise<User> {
  const left = { deleted_at: now, password_hash: null, api_manager: false, moved_to: user.id };
  const old = await deactivateUser(tx, user, left);
  const former = await formerAccount(tx, old, companyId);
  const columns = { ...ownColumns(user), ...rights, is_active: true, deleted_at: null, moved_to: null };
  const moved = former ? await changeUser(tx, former, columns) : await addUser(tx, { ...columns, company_id: companyId, date_joined: now });
  await moveFactors(tx, user.id, moved);
  await tables(tx).updateTable('users').set({ moved_to: moved.id }).where('moved_to', '=', user.id).execute();
  return moved;
}
