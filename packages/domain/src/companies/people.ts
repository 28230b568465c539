import { isAdminType, isStaff, isSuperUser, type Role, type StaffRank } from '../roles.ts';

/** EMP-031, EMP-066 to EMP-068: whom each list of people shows. */
export const rolesOfKind = {
  workers: ['worker'],
  admins: ['admin', 'admin_without_search'],
  hiring_managers: ['hm'],
  managers: ['manager', 'sales_manager', 'super_user', 'service_admin'],
} as const satisfies Record<string, readonly Role[]>;
export type PersonKind = keyof typeof rolesOfKind;

export const employeeRoles = [...rolesOfKind.workers, ...rolesOfKind.admins] as const;

/** EMP-067, CON-22: administrators without search are listed with administrators, and also by themselves. */
export const listedWith = (roles: readonly Role[]): readonly Role[] =>
  roles.includes('admin') ? [...new Set([...roles, ...rolesOfKind.admins])] : roles;

export function kindOfRole(role: Role): PersonKind {
  if (role === 'worker') return 'workers';
  if (role === 'hm') return 'hiring_managers';
  return isAdminType({ role }) ? 'admins' : 'managers';
}

/** EMP-033, EMP-068. */
export const personStatuses = ['active', 'not_active', 'deleted'] as const;
export type PersonStatus = (typeof personStatuses)[number];

/** ROLE-008, ROLE-019: who decides whether a worker searches: account managers, and staff, who stand in for them. */
export const isAccountManager = (actor: StaffRank) => actor.role === 'manager' || isStaff(actor);

/** An account that is managed by another person. The flag is required, so that no caller forgets to protect its holder. */
type ManagedAccount = Required<StaffRank>;

/** Only super users change the account of a super user. */
export const mayManage = (actor: StaffRank, account: ManagedAccount) => !isSuperUser(account) || isSuperUser(actor);

/**
 * ROLE-031: only super users act as staff, or change what opens the account of staff (address, password, second factor, role). Otherwise staff could
 * gain the rights, or use the name, of a colleague.
 */
export const mayActAs = (actor: StaffRank, account: ManagedAccount) => !isStaff(account) || isSuperUser(actor);

/** ADR 93: super users give staff rights to administrators of their own company, and take them away, but not their own. */
export const mayGiveStaffRights = (
  actor: StaffRank & { userId: number; company: { id: number } },
  person: { id: number; role: Role; companyId: number },
) => isSuperUser(actor) && isAdminType(person) && person.companyId === actor.company.id && person.id !== actor.userId;

/** EMP-029: the name, or the address of whoever has not said it yet. */
export const displayName = ({ first_name: first, last_name: last, email }: { first_name: string; last_name: string; email: string }) =>
  `${first} ${last}`.trim() || email;

/** EMP-030: nobody has accepted the invitation while there is no name. */
export const isPending = ({ first_name: first, last_name: last }: { first_name: string; last_name: string }) =>
  `${first}${last}`.trim() === '';

export const employeeSorts = ['name', 'email', 'date_joined', 'last_seen_at'] as const;
