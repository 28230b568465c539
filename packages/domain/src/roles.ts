import type { Permissions } from './permission-flags.ts';

/** ROLE-001. `readRole` maps other spellings of old data. */
export const roles = ['worker', 'admin', 'admin_without_search', 'hm', 'manager', 'sales_manager', 'super_user', 'service_admin'] as const;
export type Role = (typeof roles)[number];

/** ROLE-020 */
export const invitedRoles = ['worker', 'admin', 'admin_without_search', 'hm'] as const satisfies readonly Role[];

const spellings: Record<string, Role> = {
  ClientCompanyWorker: 'worker',
  ClientCompanyAdmin: 'admin',
  HiringManager: 'hm',
  hiring_manager: 'hm',
};

export function readRole(word: string): Role | undefined {
  return roles.find((role) => role === word) ?? spellings[word];
}

export interface ActorCompany {
  id: number;
  isExtCompany: boolean;
  hasAts: boolean;
  hasMessaging: boolean;
  hasSequences: boolean;
  /** COMP-047 */
  hasGpt: boolean;
  /** COMP-046 */
  hasTelegram?: boolean;
  /** COMP-038 */
  hasEvents?: boolean;
  /** COMP-030 */
  hasApi?: boolean;
  /** CONT-026 */
  hidesContactSources?: boolean;
}

export interface Actor {
  userId: number;
  role: Role;
  /** ADR 93 */
  holdsStaffRights?: boolean;
  searchFlag: boolean;
  apiManager: boolean;
  dataEnrichmentEnabled: boolean;
  language: 'en' | 'ru';
  /** ROLE-052 */
  permissions: Permissions;
  /** ROLE-033 */
  originalUserId?: number;
  company: ActorCompany;
}

export const isHiringManagerLike = (actor: Pick<Actor, 'role'>) => actor.role === 'hm';
export const isAdminType = (actor: Pick<Actor, 'role'>) => actor.role === 'admin' || actor.role === 'admin_without_search';

export type StaffRank = Pick<Actor, 'role' | 'holdsStaffRights'>;
/** ADR 93 */
export const isSuperUser = ({ role, holdsStaffRights }: StaffRank) => role === 'super_user' || holdsStaffRights === true;
export const isStaff = (actor: StaffRank) => isSuperUser(actor) || actor.role === 'sales_manager';

/** ROLE-014 */
export function canSearch(actor: Pick<Actor, 'role' | 'searchFlag'>): boolean {
  return actor.searchFlag && actor.role !== 'admin_without_search' && !isHiringManagerLike(actor);
}

/** ROLE-003 */
export const isExtensionOnly = (actor: Pick<Actor, 'role' | 'company'>) => actor.role === 'worker' && actor.company.isExtCompany;
