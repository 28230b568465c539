import { type Actor, canSearch, isAdminType, isHiringManagerLike, isStaff } from './roles.ts';

type Rule = (actor: Actor) => boolean;

const vacancies: Rule = (actor) =>
  (canSearch(actor) && !actor.company.isExtCompany && !isStaff(actor)) ||
  actor.role === 'admin_without_search' ||
  isHiringManagerLike(actor);
const search: Rule = (actor) => canSearch(actor) && !actor.company.isExtCompany;
const messaging: Rule = (actor) => actor.company.hasMessaging && canSearch(actor) && !actor.company.isExtCompany;
const ownAudit: Rule = (actor) => isAdminType(actor) && !actor.company.isExtCompany && actor.company.hasEvents !== false;
const apiTokens: Rule = (actor) => actor.apiManager && !actor.company.isExtCompany;
const company: Rule = (actor) => !actor.company.isExtCompany && (isAdminType(actor) || actor.role === 'service_admin');
const manageEmployees: Rule = (actor) => (isAdminType(actor) && !actor.company.isExtCompany) || isStaff(actor);

/** Who may call a route, by name. Every route of the contract carries exactly one; `public` and `signed_in` are handled before these rules. */
const rules = {
  /** The Search menu item (SHELL-039). */
  search,
  /** AI search: whoever searches in a company with GPT (AIS-007). */
  ai_search: (actor) => search(actor) && actor.company.hasGpt,
  /** Open one profile: everybody who searches, and hiring managers through their vacancies. */
  profiles: (actor) => search(actor) || isHiringManagerLike(actor),
  /** The Vacancies menu item (SHELL-043). */
  vacancies,
  /** Create and change vacancies: not for hiring managers (ROLE-040, ROLE-041). */
  edit_vacancies: (actor) => vacancies(actor) && !isHiringManagerLike(actor) && actor.role !== 'admin_without_search',
  /** Candidates as a table (ROLE-054, ROLE-055). */
  candidate_export: (actor) => vacancies(actor) && actor.permissions.export_csv,
  /** Found people as a table: whoever searches and may export (ROLE-055). */
  profile_export: (actor) => search(actor) && actor.permissions.export_csv,
  /** What people in the base may ask for: their data, and to be erased (DEC-14). Of the common base only internal staff, which the route sees to. */
  privacy: (actor) => (isAdminType(actor) && !actor.company.isExtCompany) || actor.role === 'super_user',
  /** How long a company keeps people (DEC-14). */
  retention: (actor) => isAdminType(actor) && !actor.company.isExtCompany,
  /** The statuses setting (SHELL-044). */
  statuses: (actor) => !actor.company.isExtCompany && (isAdminType(actor) || actor.role === 'service_admin'),
  /** Taking comments away: who may open profiles, and admin roles, to whom all comments of the company are subject (CTP-006). */
  comments: (actor) => search(actor) || isHiringManagerLike(actor) || (isAdminType(actor) && !actor.company.isExtCompany),
  /** The Messaging menu item (SHELL-046). */
  messaging,
  /** Sequences, where the company has them. */
  sequences: (actor) => messaging(actor) && actor.company.hasSequences,
  /** Their candidates as a table: of vacancies that are open to the person. */
  sequence_export: (actor) => messaging(actor) && actor.company.hasSequences && vacancies(actor) && actor.permissions.export_csv,
  /** Messaging settings are also open to admin_without_search (SHELL-051). */
  messaging_settings: (actor) => messaging(actor) || (actor.company.hasMessaging && actor.role === 'admin_without_search'),
  /** Messaging settings of the company, and whom it does not write to (MSET-005). */
  messaging_admin: (actor) => isAdminType(actor) && actor.company.hasMessaging && !actor.company.isExtCompany,
  /** Settings of the company (SHELL-063). */
  company,
  /** Who works in a company: its administrators, staff, and account managers for the companies that are theirs (ROLE-005, ROLE-016). */
  employees: (actor) => company(actor) || isStaff(actor) || actor.role === 'manager',
  /** Change what is known of them; of it account managers the search setting alone, which the route sees to (ROLE-016). */
  edit_employees: (actor) => manageEmployees(actor) || actor.role === 'manager',
  /** Add and remove them, and what they may (ROLE-020, ROLE-021, ROLE-024 to ROLE-026). */
  manage_employees: manageEmployees,
  /** The Data Enrichment menu item (SHELL-052); hiring managers never search. */
  data_enrichment: (actor) => actor.dataEnrichmentEnabled && canSearch(actor),
  /** What another company sees of a profile (PROF-006): staff and managers. */
  possible_match: (actor) => isStaff(actor) || actor.role === 'manager',
  admin: (actor) => isAdminType(actor),
  /** The audit log (DEC-14): of the own company where it has that section (COMP-050), and of those that staff and account managers look after, which the route sees to. */
  audit: (actor) => ownAudit(actor) || isStaff(actor) || actor.role === 'manager',
  own_audit: ownAudit,
  /** API management (ROLE-009, SHELL-066). */
  api_tokens: apiTokens,
  /** How often the API is called: of the own company, and of those that staff and account managers look after, which the route sees to. */
  api_usage: (actor) => apiTokens(actor) || isStaff(actor) || actor.role === 'manager',
  staff: (actor) => isStaff(actor),
  /** Pages of a company: staff, and account managers for the companies that are theirs, which the route sees to (ROLE-016). */
  managed_companies: (actor) => isStaff(actor) || actor.role === 'manager',
  /** Sending of the whole installation (DEC-09). Of admins only those of an installation with a single company, which the route sees to. */
  resume_sending: (actor) => isAdminType(actor) || isStaff(actor),
} satisfies Record<string, Rule>;

export type Access = 'public' | 'signed_in' | keyof typeof rules;
export const accessNames: readonly Access[] = ['public', 'signed_in', ...(Object.keys(rules) as (keyof typeof rules)[])];

/** True where the person (undefined: a visitor without a session) satisfies the rule. */
export function mayAccess(access: Access, actor: Actor | undefined): boolean {
  if (access === 'public') return true;
  if (!actor) return false;
  return access === 'signed_in' || rules[access](actor);
}
