import { domainOf } from '@headwater/domain/companies/sso';
import {
  addUser,
  changeUser,
  deletePendingRegistration,
  isAddressTaken,
  requireUnreserved,
} from '#modules/accounts/public/manage-users.ts';
import { findUserOfCompany, type User } from '#modules/accounts/public.ts';
import { type Company, isSingleCompany, requireDomain } from '#modules/companies/public.ts';
import { checkLastAdmin, checkSeats, departmentNamed, lockEmployee } from '#modules/employees/public.ts';
import { isAdministrator, isVerified } from '#modules/sso/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { lockCompany, lockUser } from './lock-user.ts';
import { invalid, notFound, ScimError } from '../protocol/error.ts';
import { isAddress, primaryAddress } from '../protocol/values.ts';
import type { Client, ScimServices } from '../services.ts';
import { findUserRow, isNameTaken, saveManaged, seenRoles, type UserRow } from '../store/users.ts';
import type { UserDraft } from '../user-draft.ts';

const userTaken = () => new ScimError(409, 'There is an account with this userName or email address already', 'uniqueness');

const addressOf = ({ emails, userName }: UserDraft): string | undefined =>
  primaryAddress(emails) ?? (isAddress(userName) ? userName : undefined);

/** Another company must not lose an address to this one. */
async function requireOwnDomain({ database, clock }: ScimServices, { companyId }: Client, address: string): Promise<void> {
  const named = { domain: domainOf(address), now: clock.now() };
  const isOwn = await database.readAsSystem(async (tx) => (await isVerified(tx, companyId, named)) || isSingleCompany(tx));
  if (!isOwn) throw invalid('The email address is not of a verified domain of the company');
}

/** Replaces a pending registration with the address. Throws ScimError (uniqueness). */
async function saveWithAddress<T>(
  services: ScimServices,
  client: Client,
  { address, work }: { address: string; work: (tx: Tx) => Promise<T> },
): Promise<T> {
  const { database } = services;
  try {
    return await database.inCompany(client.companyId, work);
  } catch (error) {
    if (!isAddressTaken(error)) throw error;
    if (await database.asSystem((tx) => deletePendingRegistration(tx, address)))
      return saveWithAddress(services, client, { address, work });
    throw userTaken();
  }
}

const namesOf = ({ givenName, familyName, displayName, formattedName }: UserDraft) =>
  givenName === '' && familyName === ''
    ? { first_name: displayName || formattedName, last_name: '' }
    : { first_name: givenName, last_name: familyName };

interface Columns {
  first_name: string;
  last_name: string;
  language: 'en' | 'ru' | null;
  is_active: boolean;
  department_id: number | null;
}

async function columnsOf(tx: Tx, { companyId, draft, now }: { companyId: number; draft: UserDraft; now: Date }): Promise<Columns> {
  const department = draft.department === '' ? null : await departmentNamed(tx, { companyId, name: draft.department, now });
  return { ...namesOf(draft), language: draft.language, is_active: draft.active, department_id: department };
}

interface Saving {
  tx: Tx;
  client: Client;
  draft: UserDraft;
  userId: number;
  now: Date;
}

async function saveAttributes({ tx, client: { companyId }, draft, userId, now }: Saving): Promise<UserRow> {
  const { userName, externalId, emails } = draft;
  if (await isNameTaken(tx, { companyId, userName, but: userId })) throw userTaken();
  await saveManaged(tx, {
    userId,
    companyId,
    userName,
    externalId: externalId === '' ? null : externalId,
    emails: emails.length > 0 ? emails : null,
    now,
  });
  const row = await findUserRow(tx, companyId, userId);
  if (!row) throw notFound();
  return row;
}

const rights = { role: 'worker', can_search: true } as const;

interface Creating {
  company: Company;
  columns: Columns;
  address: string;
  now: Date;
}

/**
 * RFC 7644, 3.6. The search permission stays (ROLE-019). Throws for a userTaken address
 * (`isAddressTaken`).
 */
async function restoreUser(tx: Tx, { company, columns }: Creating, removed: User): Promise<User> {
  const before = await lockEmployee(tx, removed.id);
  if (!before || before.deleted_at === null || !seenRoles.includes(before.role)) throw userTaken();
  // accounts/README.md, reclaimed addresses.
  if (!before.is_activated) await requireUnreserved(tx, before.email, before.id);
  const canSearch = before.role === 'worker' ? before.can_search : (before.search_as_worker ?? before.can_search);
  const changes = { ...columns, role: rights.role, can_search: canSearch, deleted_at: null, is_address_pending: false };
  await checkSeats(tx, { before, after: { ...before, ...changes }, company });
  return changeUser(tx, before, changes);
}

async function createWorker(tx: Tx, { company, columns, address, now }: Creating): Promise<User> {
  const after = { ...rights, is_active: columns.is_active };
  await checkSeats(tx, { before: undefined, after, company });
  return addUser(tx, { company_id: company.id, email: address, date_joined: now, data_enrichment_enabled: true, ...columns, ...rights });
}

function requireUserName({ userName }: UserDraft): void {
  if (userName === '') throw invalid('userName is required');
}

export async function createUser(services: ScimServices, client: Client, draft: UserDraft): Promise<UserRow> {
  requireUserName(draft);
  const address = addressOf(draft);
  if (address === undefined) throw invalid('An email address is required: in emails, or as userName');
  await requireOwnDomain(services, client, address);
  const now = services.clock.now();
  const work = async (tx: Tx) => {
    const company = await lockCompany(tx, client);
    const found = await findUserOfCompany(tx, client.companyId, address);
    if (found && found.deleted_at === null) throw userTaken();
    const creating = { company, columns: await columnsOf(tx, { companyId: client.companyId, draft, now }), address, now };
    const user = found ? await restoreUser(tx, creating, found) : await createWorker(tx, creating);
    return saveAttributes({ tx, client, draft, userId: user.id, now });
  };
  return saveWithAddress(services, client, { address, work });
}

type Edit = (before: UserRow) => UserDraft;

/** Repeated values are ignored: administrators may have changed the address since. */
function sentAddress(row: UserRow, { emails, userName }: UserDraft): string | undefined {
  const [before, now] = [primaryAddress(row.emails ?? []), primaryAddress(emails)];
  if (now !== undefined) return now === before ? undefined : now;
  return userName !== row.user_name && isAddress(userName) ? userName : undefined;
}

function changedAddress(row: UserRow, draft: UserDraft): string | undefined {
  const address = sentAddress(row, draft);
  return address?.toLowerCase() === row.email.toLowerCase() ? undefined : address;
}

/** ADR 33: the address allows a password reset. */
const addressProtected = () =>
  invalid(
    'The email address of an administrator is not changed by provisioning: an administrator changes it in the product, or allows it on the single sign-on page',
    'mutability',
  );

interface UserChange {
  id: number;
  edit: Edit;
}

async function saveLocked(
  services: ScimServices,
  client: Client,
  { tx, id, edit, address }: UserChange & { tx: Tx; address: string | undefined },
) {
  const now = services.clock.now();
  const { company, user, row } = await lockUser(tx, client, id);
  const draft = edit(row);
  requireUserName(draft);
  // The domain of this address was not checked: a concurrent request has changed the user.
  if (changedAddress(row, draft) !== address) throw new ScimError(412, 'The person was changed meanwhile');
  if (address !== undefined && isAdministrator(user) && !client.changesAdminAddresses) throw addressProtected();
  if (address !== undefined && user.role === 'hm') requireDomain(company, address);
  if (address !== undefined && user.holds_staff_rights)
    throw invalid('This person holds staff rights: only a super user changes the address');
  const columns = await columnsOf(tx, { companyId: client.companyId, draft, now });
  const after = { ...user, is_active: columns.is_active };
  await checkSeats(tx, { before: user, after, company });
  await checkLastAdmin(tx, { before: user, after, company });
  const saved = await changeUser(tx, user, { ...columns, ...(address === undefined ? {} : { email: address }) });
  await services.notifyOfChanges(tx, { before: user, after: saved });
  return saveAttributes({ tx, client, draft, userId: user.id, now });
}

/** Throws ScimError, employee_last_admin, and FieldErrors without a free seat. */
export async function saveUser(services: ScimServices, client: Client, { id, edit }: UserChange): Promise<UserRow> {
  const before = await services.database.readInCompany(client.companyId, (tx) => findUserRow(tx, client.companyId, id));
  if (!before) throw notFound();
  const address = changedAddress(before, edit(before));
  if (address !== undefined) await requireOwnDomain(services, client, address);
  const work = (tx: Tx) => saveLocked(services, client, { tx, id, edit, address });
  return saveWithAddress(services, client, { address: address ?? before.email, work });
}
