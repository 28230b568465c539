import { isAdminType, isStaff, isSuperUser, type Role, type StaffRank } from '../roles.ts';

/** EMP-031, EMP-066 to EMP-068 */
export const rolesOfKind = {
  workers: ['worker'],
  admins: ['admin', 'admin_without_search'],
  hiring_managers: ['hm'],
  managers: ['manager', 'sales_manager', 'super_user', 'service_admin'],
} as const satisfies Record<string, readonly Role[]>;
export type PersonKind = keyof typeof rolesOfKind;

export const employeeRoles = [...rolesOfKind.workers, ...rolesOfKind.admins] as const;

/** EMP-067, CON-22 */
export const listedWith = (roles: readonly Role[]): readonly Role[] =>
  roles.includes('admin') ? [...new Set([...roles, ...rolesOfKind.admins])] : roles;

export function kindOfRole(role: Role): PersonKind {
  if (role === 'worker') return 'workers';
  if (role === 'hm') return 'hiring_managers';
  return isAdminType({ role }) ? 'admins' : 'managers';
}

/** EMP-033, EMP-068 */
export const personStatuses = ['active', 'not_active', 'deleted'] as const;
export type PersonStatus = (typeof personStatuses)[number];

/** ROLE-008, ROLE-019 */
export const isAccountManager = (actor: StaffRank) => actor.role === 'manager' || isStaff(actor);

/** The flag is required, so that no caller forgets to protect a managed account. */
type ManagedAccount = Required<StaffRank>;

export const mayManage = (actor: StaffRank, account: ManagedAccount) => !isSuperUser(account) || isSuperUser(actor);

/** ROLE-031: otherwise staff could gain a colleague's rights by changing their credentials. */
export const mayActAs = (actor: StaffRank, account: ManagedAccount) => !isStaff(account) || isSuperUser(actor);

/** ADR 93 */
export const mayGiveStaffRights = (
  actor: StaffRank & { userId: number; company: { id: number } },
  person: { id: number; role: Role; companyId: number },
) => isSuperUser(actor) && isAdminType(person) && person.companyId === actor.company.id && person.id !== actor.userId;

/** EMP-029 */
export const displayName = ({ first_name: first, last_name: last, email }: { first_name: string; last_name: string; email: string }) =>
  `${first} ${last}`.trim() || email;

/** EMP-030 */
export const isPending = ({ first_name: first, last_name: last }: { first_name: string; last_name: string }) =>
  `${first}${last}`.trim() === '';

export const employeeSorts = ['name', 'email', 'date_joined', 'last_seen_at'] as const;
