import type { EmployeeChanges } from '@headwater/contract/employees';
import { isAccountManager, kindOfRole, mayActAs, mayGiveStaffRights, mayManage, type PersonKind } from '@headwater/domain/companies/people';
import { type Actor, isSuperUser } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import {
  addUser,
  changeUser,
  deactivateUser,
  deleteTokens,
  deletePendingRegistration,
  isAddressTaken,
} from '#modules/accounts/public/manage-users.ts';
import { findUserByEmail, findUserOfCompany, staffRankOf } from '#modules/accounts/public.ts';
import { lockActiveCompany, requireDomain } from '#modules/companies/public.ts';
import type { AddressTries } from '../address-tries.ts';
import { companyInReach, employeeInReach, type LockedInReach, lockInReach, inReach, type Sought } from '../find-in-reach.ts';
import { checkLastAdmin, checkSeats } from '../check-seats.ts';
import type { EmployeeRow, LockedEmployee } from '../store.ts';
import { checkParts, columnsOf, prepare, type Prepared, rightsOf } from './columns.ts';
import { type Adder, isInvited, openAdded, type Opening } from './open-added.ts';

export interface EmployeeServices extends Opening {
  database: Database;
  clock: Clock;
  addressTries: AddressTries;
  /** Disconnects the mailbox. Run the returned function after the commit. */
  stopSending(tx: Tx, userId: number): Promise<() => Promise<void>>;
  resetFactors(tx: Tx, user: Pick<LockedEmployee, 'id' | 'company_id' | 'email' | 'language'>): Promise<void>;
  notifyOfChanges(tx: Tx, change: { before: LockedEmployee; after: LockedEmployee }): Promise<void>;
  unlinkProviders(tx: Tx, userId: number): Promise<unknown>;
}

interface AddressChange {
  email: string;
  companyId: number;
}

const addressTaken = () => new FieldErrors({ email: 'employee_email_taken' });

function saveWithAddress<T>(
  { database, addressTries }: Pick<EmployeeServices, 'database' | 'addressTries'>,
  { actor, addressChange: { email, companyId } }: { actor: Actor; addressChange: AddressChange },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return addressTries.run(actor, async (recordRevealed) => {
    const attempt = async (): Promise<T> => {
      try {
        return await inReach(database, actor, work);
      } catch (error) {
        if (!isAddressTaken(error)) throw error;
        if (await database.asSystem((tx) => deletePendingRegistration(tx, email))) return attempt();
        const holder = await database.readAsSystem((tx) => findUserByEmail(tx, email));
        if (holder?.company_id !== companyId) recordRevealed();
        throw addressTaken();
      }
    };
    return attempt();
  });
}

interface NewEmployee extends EmployeeChanges {
  email: string;
  company_id?: number | undefined;
}

/** EMP-040, EMP-044, EMP-048, EMP-052. Throws not_found and FieldErrors. */
export async function createEmployee(
  services: EmployeeServices,
  adder: Adder,
  { kind, input: { company_id: companyId, ...input } }: { kind: PersonKind; input: NewEmployee },
): Promise<EmployeeRow> {
  const { actor } = adder;
  const rights = rightsOf(kind, input, undefined);
  // ROLE-008: service managers belong to the company that they serve.
  const isServing = rights.role === 'service_admin';
  if (isServing && companyId === undefined) throw new FieldErrors({ company_id: 'field_empty' });
  if (kind === 'managers' && !isServing && companyId !== undefined && companyId !== actor.company.id)
    throw new FieldErrors({ company_id: 'employee_not_serving' });
  const prepared = await prepare(input);
  const addressChange = { email: input.email, companyId: companyId ?? actor.company.id };
  return saveWithAddress(services, { actor, addressChange }, async (tx) => {
    const { id } = await companyInReach(tx, actor, companyId);
    const company = await lockActiveCompany(tx, id);
    if (!company) throw new AppError('not_found');
    if (!mayActAs(actor, rankOf(rights))) throw new AppError('employee_role_by_super_user');
    if (rights.role === 'hm') requireDomain(company, input.email);
    await checkParts(tx, id, prepared);
    await checkSeats(tx, { before: undefined, after: { ...rights, is_active: true }, company });
    const now = services.clock.now();
    const hasPassword = prepared.passwordHash !== undefined;
    const usual = { company_id: id, email: input.email, date_joined: now, data_enrichment_enabled: rights.can_search };
    // Includes invited users. It reveals no other account, so it does not count.
    if (await findUserOfCompany(tx, id, input.email)) throw addressTaken();
    const opening = { is_activated: hasPassword || !isInvited(services, kind) };
    const user = await addUser(tx, { ...usual, ...opening, ...columnsOf(prepared), email: input.email, ...rights });
    if (!hasPassword) await openAdded(tx, services, { adder, company, user, kind, now });
    return employeeInReach(tx, actor, { id: user.id, kind });
  });
}

const rankOf = ({ role }: Pick<LockedEmployee, 'role'>) => ({ role, holdsStaffRights: false });

/** ADR 93. */
function checkStaffRights(actor: Actor, user: LockedEmployee, wanted: boolean | undefined): void {
  if (wanted === undefined || wanted === user.holds_staff_rights) return;
  if (user.id === actor.userId) throw new AppError('employee_own');
  if (!mayGiveStaffRights(actor, { id: user.id, role: user.role, companyId: user.company_id }))
    throw isSuperUser(actor)
      ? new FieldErrors({ holds_staff_rights: 'staff_rights_elsewhere' })
      : new AppError('employee_role_by_super_user');
  if (wanted && !(user.is_active && user.is_activated)) throw new FieldErrors({ holds_staff_rights: 'user_not_activated' });
}

function checkRights(
  actor: Actor,
  user: LockedEmployee,
  { changes, after }: { changes: EmployeeChanges; after: ReturnType<typeof rightsOf> },
) {
  if (!mayManage(actor, rankOf(after))) throw new AppError('employee_role_by_super_user');
  if (actor.role === 'manager' && Object.keys(changes).some((field) => field !== 'can_search')) throw new AppError('employee_search_only');
  const isOwn = user.id === actor.userId;
  if (isOwn && (changes.is_active === false || changes.has_second_factor === false || after.role !== user.role))
    throw new AppError('employee_own');
  // ACC-062: requires the current password, in case of an unattended session or impersonation.
  if (isOwn && changes.password !== undefined) throw new FieldErrors({ password: 'employee_own_password' });
  // Password links are sent to this address.
  if (isOwn && changes.email !== undefined) throw new FieldErrors({ email: 'employee_own_email' });
  const takesOver = changes.email !== undefined || changes.password !== undefined || changes.has_second_factor === false;
  const roleChanges = after.role !== user.role;
  if (!isOwn && roleChanges && !mayActAs(actor, rankOf(after))) throw new AppError('employee_role_by_super_user');
  if (!isOwn && !mayActAs(actor, staffRankOf(user)) && (takesOver || roleChanges)) throw new AppError('employee_role_by_super_user');
  // accounts/README.md, secrecy: a sign-in with this password would reveal another account of the address.
  if (!user.is_activated && changes.password !== undefined) throw new FieldErrors({ password: 'employee_not_activated' });
  checkStaffRights(actor, user, changes.holds_staff_rights);
  const searchChanges = user.role === 'worker' && after.can_search !== user.can_search;
  if (searchChanges && !isAccountManager(actor)) throw new FieldErrors({ can_search: 'employee_search_by_manager' });
}

export interface Asker {
  actor: Actor;
  hasToken: boolean;
}

const isPowerful = ({ role, is_active: isActive }: Pick<LockedEmployee, 'role' | 'is_active'>): boolean =>
  isActive && kindOfRole(role) !== 'workers' && kindOfRole(role) !== 'hiring_managers';

interface Change {
  before: Pick<LockedEmployee, 'role' | 'is_active'>;
  after: Pick<LockedEmployee, 'role' | 'is_active'>;
  changes: Pick<EmployeeChanges, 'email' | 'has_second_factor' | 'holds_staff_rights'>;
  hasPassword: boolean;
}

/** accounts/README.md, own address: delegated access must not take over or create powerful accounts. */
function requireDirectAccess({ actor, hasToken }: Asker, { before, after, changes, hasPassword }: Change) {
  const gainsPower = changes.holds_staff_rights === true || (isPowerful(after) && (!isPowerful(before) || after.role !== before.role));
  if (changes.email === undefined && !hasPassword && changes.has_second_factor === undefined && !gainsPower) return;
  if (actor.originalUserId !== undefined) throw new AppError('not_while_acting');
  if (hasToken) throw new AppError('not_with_token');
}

async function applyChanges(
  tx: Tx,
  asker: Asker,
  { found: { user, company }, kind, prepared }: { found: LockedInReach; kind: PersonKind; prepared: Prepared },
) {
  const { actor } = asker;
  const { changes } = prepared;
  const rights = rightsOf(kind, changes, user);
  const after = { ...rights, is_active: changes.is_active ?? user.is_active };
  requireDirectAccess(asker, { before: user, after, changes, hasPassword: prepared.passwordHash !== undefined });
  checkRights(actor, user, { changes: { ...changes, ...(prepared.passwordHash ? { password: '' } : {}) }, after: rights });
  if ((rights.role === 'service_admin') !== (user.role === 'service_admin')) throw new FieldErrors({ role: 'employee_service_role' });
  if (rights.role === 'hm' && changes.email !== undefined && changes.email !== user.email.toLowerCase())
    requireDomain(company, changes.email);
  await checkParts(tx, company.id, prepared);
  await checkSeats(tx, { before: user, after, company });
  await checkLastAdmin(tx, { before: user, after, company });
  return changeUser(tx, user, { ...columnsOf(prepared, user), ...rights });
}

async function findAddressChange(database: Database, actor: Actor, { id, kind, email }: Sought & { email: string | undefined }) {
  if (email === undefined) return undefined;
  const before = await inReach(database, actor, (tx) => employeeInReach(tx, actor, { id, kind }));
  return email === before.email.toLowerCase() ? undefined : { email, companyId: before.company_id };
}

/** EMP-041, EMP-045, EMP-049, EMP-053. Throws employee_not_found, AppError and FieldErrors. */
export async function saveEmployee(
  services: EmployeeServices,
  asker: Asker,
  { id, kind, changes: { email, ...others } }: Sought & { changes: EmployeeChanges },
): Promise<EmployeeRow> {
  const { database } = services;
  const { actor } = asker;
  const addressChange = await findAddressChange(database, actor, { id, kind, email });
  const prepared = await prepare(addressChange ? { ...others, email: addressChange.email } : others);
  const work = async (tx: Tx) => {
    const found = await lockInReach(tx, actor, { id, kind });
    const after = await applyChanges(tx, asker, { found, kind, prepared });
    if (addressChange) {
      await deleteTokens(tx, after.id);
      await services.unlinkProviders(tx, after.id);
    }
    await services.notifyOfChanges(tx, { before: found.user, after });
    if (others.has_second_factor === false) await services.resetFactors(tx, found.user);
    return employeeInReach(tx, actor, { id, kind });
  };
  return addressChange ? saveWithAddress(services, { actor, addressChange }, work) : inReach(database, actor, work);
}

/** EMP-037, EMP-070. Throws employee_not_found and AppError. */
export async function removeEmployee({ database, clock, stopSending }: EmployeeServices, actor: Actor, sought: Sought): Promise<void> {
  const afterwards = await inReach(database, actor, async (tx) => {
    const { user, company } = await lockInReach(tx, actor, sought);
    if (user.id === actor.userId) throw new AppError('employee_own');
    await checkLastAdmin(tx, { before: user, after: { ...user, is_active: false }, company });
    await deactivateUser(tx, user, { deleted_at: user.deleted_at ?? clock.now() });
    return stopSending(tx, user.id);
  });
  await afterwards();
}
