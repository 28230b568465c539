import { type Actor, isAdminType, isStaff, type Role } from '../roles.ts';

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
export const isAccountManager = (actor: Pick<Actor, 'role'>) => actor.role === 'manager' || isStaff(actor);

/** Of the people who run the installation only those of the highest role change those of it. */
export const mayManage = (actor: Pick<Actor, 'role'>, role: Role) => role !== 'super_user' || actor.role === 'super_user';

/**
 * ROLE-031: of the people who run the installation only those of the highest role act as one of them, or change what opens their accounts (address,
 * password, second factor, role): nobody gains rights, or the name of an equal, by it.
 */
export const mayActAs = (actor: Pick<Actor, 'role'>, role: Role) => !isStaff({ role }) || actor.role === 'super_user';

/** EMP-029: the name, or the address of whoever has not said it yet. */
export const displayName = ({ first_name: first, last_name: last, email }: { first_name: string; last_name: string; email: string }) =>
  `${first} ${last}`.trim() || email;

/** EMP-030: nobody has accepted the invitation while there is no name. */
export const isPending = ({ first_name: first, last_name: last }: { first_name: string; last_name: string }) =>
  `${first}${last}`.trim() === '';

export const employeeSorts = ['name', 'email', 'date_joined', 'last_seen_at'] as const;
