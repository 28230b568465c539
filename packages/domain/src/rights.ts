import { type Actor, canSearch, type Role } from './roles.ts';

type Test = (actor: Actor) => boolean;

/** What a company must have besides, for all of its people. */
const ofCompany = {
  /** More than the browser extension. */
  internal: ({ company }) => !company.isExtCompany,
  messaging: ({ company }) => company.hasMessaging,
  sequences: ({ company }) => company.hasSequences,
  /** COMP-047. */
  gpt: ({ company }) => company.hasGpt,
  telegram: ({ company }) => company.hasTelegram === true,
  /** COMP-050: the section that holds the log; a company has it until staff switch it off. */
  events: ({ company }) => company.hasEvents !== false,
} satisfies Record<string, Test>;

/** What must be set of the person. */
const ofPerson = {
  search: (actor) => canSearch(actor),
  export_csv: ({ permissions }) => permissions.export_csv,
  enrichment: ({ dataEnrichmentEnabled }) => dataEnrichmentEnabled,
  api_manager: ({ apiManager }) => apiManager,
} satisfies Record<string, Test>;

const conditions = { ...ofCompany, ...ofPerson };
export type CompanyCondition = keyof typeof ofCompany;
export type PersonCondition = keyof typeof ofPerson;
type Condition = CompanyCondition | PersonCondition;

/** Roles that have a right, and what else they need for it. */
interface Grant {
  roles: readonly Role[];
  needs: readonly Condition[];
}
const grant = (roles: readonly Role[], ...needs: Condition[]): Grant => ({ roles, needs });

const admins = ['admin', 'admin_without_search'] as const;
const staff = ['sales_manager', 'super_user'] as const;
/** Who works with candidates; the flag of the person decides besides. */
const recruiting = ['worker', 'admin', 'manager', 'service_admin'] as const;
const searching = [...recruiting, ...staff] as const;
const everybody = [...searching, 'admin_without_search', 'hm'] as const;

const search = [grant(searching, 'internal', 'search')];
const company = [grant([...admins, 'service_admin'], 'internal')];
const manageEmployees = [grant(admins, 'internal'), grant(staff)];
const messaging = [grant(searching, 'internal', 'messaging', 'search')];
const ownAudit = [grant(admins, 'internal', 'events')];
const apiTokens = [grant(everybody, 'internal', 'api_manager')];
const managed = [grant([...staff, 'manager'])];

/**
 * Who may do what, as data: the server's routes, the menu and the page of roles all read this table. Whoever satisfies one of the grants of a right
 * has it. What else a route looks at (whose company it is, who made a thing) stands with the route.
 */
export const rights = {
  /** The Search menu item (SHELL-039). */
  search,
  /** AI search: whoever searches in a company with GPT (AIS-007). */
  ai_search: [grant(searching, 'internal', 'gpt', 'search')],
  /** Open one profile: everybody who searches, and hiring managers through their vacancies. */
  profiles: [...search, grant(['hm'])],
  /** The Vacancies menu item (SHELL-043). */
  vacancies: [grant(recruiting, 'internal', 'search'), grant(['admin_without_search', 'hm'])],
  /** Create and change vacancies: not for hiring managers (ROLE-040, ROLE-041). */
  edit_vacancies: [grant(recruiting, 'internal', 'search')],
  /** Candidates as a table (ROLE-054, ROLE-055). */
  candidate_export: [grant(recruiting, 'internal', 'search', 'export_csv')],
  /** Found people as a table: whoever searches and may export (ROLE-055). */
  profile_export: [grant(searching, 'internal', 'search', 'export_csv')],
  /** What people in the base may ask for: their data, and to be erased (DEC-14). Of the common base only internal staff, which the route sees to. */
  privacy: [grant(admins, 'internal'), grant(['super_user'])],
  /** How long a company keeps people (DEC-14). */
  retention: [grant(admins, 'internal')],
  /** The statuses setting (SHELL-044). */
  statuses: company,
  /** Taking comments away: who may open profiles, and admin roles, to whom all comments of the company are subject (CTP-006). */
  comments: [...search, grant(['hm']), grant(admins, 'internal')],
  /** The Messaging menu item (SHELL-046). */
  messaging,
  /** Beginning and going on with mailings: not for staff (ROLE-012). Whoever may change one stops it. */
  mailing_launch: [grant(recruiting, 'internal', 'messaging', 'search')],
  /** Sequences, where the company has them. */
  sequences: [grant(searching, 'internal', 'messaging', 'sequences', 'search')],
  /** The same of sequences; also adding people to one that runs, as they are written to at once. */
  sequence_launch: [grant(recruiting, 'internal', 'messaging', 'sequences', 'search')],
  /** Their candidates as a table: of vacancies that are open to the person. */
  sequence_export: [grant(recruiting, 'internal', 'messaging', 'sequences', 'search', 'export_csv')],
  /** Messaging settings are also open to admin_without_search, always (SHELL-051). */
  messaging_settings: [...messaging, grant(['admin_without_search'])],
  /** Messaging settings of the company, and whom it does not write to (MSET-005). */
  messaging_admin: [grant(admins, 'internal', 'messaging')],
  /** The Telegram messenger menu item (SHELL-054, SHELL-055). Managing its accounts the route sees to besides (TG-023). */
  telegram: [grant(searching, 'internal', 'telegram', 'search')],
  /** Who manages accounts at Telegram (TG-023). */
  telegram_admin: [grant(['admin'], 'internal', 'telegram', 'search')],
  /** Settings of the company (SHELL-063). */
  company,
  /** Read how a company signs in: whoever reads its settings (SSO-001), and staff of any (SSO-015, ROLE-036), which the route sees to. */
  sso: [...company, grant(staff)],
  /**
   * Change it, and how a provider adds people (SCIM): whoever decides which provider is believed comes in as anybody, and adds and switches off people,
   * so that they manage these and administrators besides (ROLE-015, ROLE-020, ROLE-021, SSO-015).
   */
  manage_sso: manageEmployees,
  /** Who works in a company: its administrators, staff, and account managers for the companies that are theirs (ROLE-005, ROLE-016). */
  employees: [...company, ...managed],
  /** Change what is known of them; of it account managers the search setting alone, which the route sees to (ROLE-016). */
  edit_employees: [...manageEmployees, grant(['manager'])],
  /** Add and remove them, and what they may (ROLE-020, ROLE-021, ROLE-024 to ROLE-026). */
  manage_employees: manageEmployees,
  /** The Data Enrichment menu item (SHELL-052). */
  data_enrichment: [grant(searching, 'enrichment', 'search')],
  /** What another company sees of a profile (PROF-006): staff and managers. */
  possible_match: managed,
  admin: [grant(admins)],
  /** The audit log (DEC-14): of the own company where it has that section (COMP-050), and of those that staff and account managers look after, which the route sees to. */
  audit: [...ownAudit, ...managed],
  own_audit: ownAudit,
  /** The Statistics item (SHELL-064). */
  statistics: [grant(['worker', ...admins, 'service_admin'])],
  /** The Integrations item (SHELL-067). */
  integrations: [grant(recruiting, 'internal', 'search')],
  /** API management (ROLE-009, SHELL-066). */
  api_tokens: apiTokens,
  /** How often the API is called: of the own company, and of those that staff and account managers look after, which the route sees to. */
  api_usage: [...apiTokens, ...managed],
  /** More (SHELL-056): companies and their settings, banned links, notifications, acting as others, credits (ROLE-031 to ROLE-039). */
  staff: [grant(staff)],
  /** Read the pages of a company: staff, and account managers for the companies that are theirs, which the route sees to (ROLE-016). */
  managed_companies: managed,
  /** Sending of the whole installation (DEC-09). Of admins only those of an installation with a single company, which the route sees to. */
  resume_sending: [grant([...admins, ...staff])],
} as const satisfies Record<string, readonly Grant[]>;

export type Right = keyof typeof rights;
export const rightNames = Object.keys(rights) as Right[];

/** ADR 93: an administrator with staff rights has the rights of both roles. */
const rolesOf = ({ role, holdsStaffRights }: Actor): readonly Role[] => (holdsStaffRights ? [role, 'super_user'] : [role]);

export const hasRight = (right: Right, actor: Actor): boolean =>
  rights[right].some(
    ({ roles, needs }: Grant) => rolesOf(actor).some((role) => roles.includes(role)) && needs.every((name) => conditions[name](actor)),
  );

/** The role itself says that it holds. */
const impliedBy: Partial<Record<PersonCondition, readonly Role[]>> = {
  // EMP-034: of all others the role says whether they search.
  search: searching.filter((role) => role !== 'worker'),
  // ROLE-054.
  export_csv: searching,
};

/** That of a role by which the right is had most easily. */
const grantOf = (right: Right, role: Role): Grant | undefined =>
  rights[right].filter(({ roles }: Grant) => roles.includes(role)).toSorted((one, other) => one.needs.length - other.needs.length)[0];

export interface Needs {
  company: readonly CompanyCondition[];
  person: readonly PersonCondition[];
}

/** What a person of that role needs besides the role; undefined: the role never has the right. */
export function needsOf(right: Right, role: Role): Needs | undefined {
  const grant = grantOf(right, role);
  return (
    grant && {
      company: grant.needs.filter((name): name is CompanyCondition => name in ofCompany),
      person: grant.needs.filter(
        (name): name is PersonCondition => name in ofPerson && !impliedBy[name as PersonCondition]?.includes(role),
      ),
    }
  );
}
