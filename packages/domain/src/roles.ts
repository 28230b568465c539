import type { Permissions } from './permission-flags.ts';

/** Roles as stored and sent (ROLE-001). Other spellings found in old data are mapped on reading by `readRole`. */
export const roles = ['worker', 'admin', 'admin_without_search', 'hm', 'manager', 'sales_manager', 'super_user', 'service_admin'] as const;
export type Role = (typeof roles)[number];

/** Roles within a company, which people are invited to (ROLE-020). */
export const invitedRoles = ['worker', 'admin', 'admin_without_search', 'hm'] as const satisfies readonly Role[];

const spellings: Record<string, Role> = {
  ClientCompanyWorker: 'worker',
  ClientCompanyAdmin: 'admin',
  HiringManager: 'hm',
  hiring_manager: 'hm',
};

/** Maps any spelling of a role to the stored one; undefined where the word names no role. */
export function readRole(word: string): Role | undefined {
  return roles.find((role) => role === word) ?? spellings[word];
}

/** Company features that access rules look at. */
export interface ActorCompany {
  id: number;
  isExtCompany: boolean;
  hasAts: boolean;
  hasMessaging: boolean;
  hasSequences: boolean;
  /** COMP-047. */
  hasGpt: boolean;
  /** COMP-046: accounts at Telegram; left out: it has none. */
  hasTelegram?: boolean;
  /** COMP-038: the company's log; left out: it has it. */
  hasEvents?: boolean;
  /** COMP-030. */
  hasApi?: boolean;
  /** CONT-026: contacts come without where they are from. */
  hidesContactSources?: boolean;
}

/** The signed-in person on whose behalf a request runs. */
export interface Actor {
  userId: number;
  role: Role;
  /** An administrator who also has the rights of a super user (ADR 93). Left out: not. */
  holdsStaffRights?: boolean;
  /** The stored flag; ask `canSearch(actor)`, which also knows the roles that never search. */
  searchFlag: boolean;
  apiManager: boolean;
  dataEnrichmentEnabled: boolean;
  language: 'en' | 'ru';
  /** What the person may see of profiles and do with them (ROLE-052). */
  permissions: Permissions;
  /** ROLE-033: who signed in, where somebody else acts as this person. */
  originalUserId?: number;
  company: ActorCompany;
}

export const isHiringManagerLike = (actor: Pick<Actor, 'role'>) => actor.role === 'hm';
export const isAdminType = (actor: Pick<Actor, 'role'>) => actor.role === 'admin' || actor.role === 'admin_without_search';

/** Decides whether a person is staff of the installation, and of which rank. */
export type StaffRank = Pick<Actor, 'role' | 'holdsStaffRights'>;
/** Highest rank of staff: the role, or an administrator who holds its rights (ADR 93). */
export const isSuperUser = ({ role, holdsStaffRights }: StaffRank) => role === 'super_user' || holdsStaffRights === true;
export const isStaff = (actor: StaffRank) => isSuperUser(actor) || actor.role === 'sales_manager';

/** ROLE-014: the user's flag, never true for admin_without_search and hm. */
export function canSearch(actor: Pick<Actor, 'role' | 'searchFlag'>): boolean {
  return actor.searchFlag && actor.role !== 'admin_without_search' && !isHiringManagerLike(actor);
}

/** ROLE-003: a worker of an extension company. */
export const isExtensionOnly = (actor: Pick<Actor, 'role' | 'company'>) => actor.role === 'worker' && actor.company.isExtCompany;
