import { type Actor, canSearch, type Role } from './roles.ts';

type Test = (actor: Actor) => boolean;

const ofCompany = {
  internal: ({ company }) => !company.isExtCompany,
  messaging: ({ company }) => company.hasMessaging,
  sequences: ({ company }) => company.hasSequences,
  /** COMP-047 */
  gpt: ({ company }) => company.hasGpt,
  telegram: ({ company }) => company.hasTelegram === true,
  /** COMP-050: on until staff disable it. */
  events: ({ company }) => company.hasEvents !== false,
} satisfies Record<string, Test>;

const ofPerson = {
  search: (actor) => canSearch(actor),
  export_csv: ({ permissions }) => permissions.export_csv,
  export_ats: ({ permissions }) => permissions.export_ats,
  enrichment: ({ dataEnrichmentEnabled }) => dataEnrichmentEnabled,
  api_manager: ({ apiManager }) => apiManager,
} satisfies Record<string, Test>;

const conditions = { ...ofCompany, ...ofPerson };
export type CompanyCondition = keyof typeof ofCompany;
export type PersonCondition = keyof typeof ofPerson;
type Condition = CompanyCondition | PersonCondition;

interface Grant {
  roles: readonly Role[];
  needs: readonly Condition[];
}
const grant = (roles: readonly Role[], ...needs: Condition[]): Grant => ({ roles, needs });

const admins = ['admin', 'admin_without_search'] as const;
const staff = ['sales_manager', 'super_user'] as const;
/** The person's search flag also decides. */
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

/** One satisfied grant suffices. Routes add conditions about the object, such as its company. */
export const rights = {
  /** SHELL-039 */
  search,
  /** AIS-007 */
  ai_search: [grant(searching, 'internal', 'gpt', 'search')],
  profiles: [...search, grant(['hm'])],
  /** SHELL-043 */
  vacancies: [grant(recruiting, 'internal', 'search'), grant(['admin_without_search', 'hm'])],
  /** ROLE-040, ROLE-041 */
  edit_vacancies: [grant(recruiting, 'internal', 'search')],
  /** ROLE-054, ROLE-055 */
  candidate_export: [grant(recruiting, 'internal', 'search', 'export_csv')],
  /** ATS-056, ROLE-054 */
  ats_export: [grant(recruiting, 'internal', 'search', 'export_ats')],
  ats_sequence_export: [grant(recruiting, 'internal', 'messaging', 'sequences', 'search', 'export_ats')],
  /** ROLE-055 */
  profile_export: [grant(searching, 'internal', 'search', 'export_csv')],
  /** DEC-14. The route limits the common base to internal staff. */
  privacy: [grant(admins, 'internal'), grant(['super_user'])],
  /** DEC-14 */
  retention: [grant(admins, 'internal')],
  /** OPS-006 */
  company_export: [grant(admins, 'internal')],
  /** SHELL-044 */
  statuses: company,
  /** CTP-006 */
  comments: [...search, grant(['hm']), grant(admins, 'internal')],
  /** SHELL-046 */
  messaging,
  /** ROLE-012 */
  mailing_launch: [grant(recruiting, 'internal', 'messaging', 'search')],
  sequences: [grant(searching, 'internal', 'messaging', 'sequences', 'search')],
  /** Also adding people to a running sequence, which writes to them immediately. */
  sequence_launch: [grant(recruiting, 'internal', 'messaging', 'sequences', 'search')],
  sequence_export: [grant(recruiting, 'internal', 'messaging', 'sequences', 'search', 'export_csv')],
  /** SHELL-051 */
  messaging_settings: [...messaging, grant(['admin_without_search'])],
  /** MSET-005 */
  messaging_admin: [grant(admins, 'internal', 'messaging')],
  /** SHELL-054, SHELL-055. The route adds TG-023. */
  telegram: [grant(searching, 'internal', 'telegram', 'search')],
  /** TG-023 */
  telegram_admin: [grant(['admin'], 'internal', 'telegram', 'search')],
  /** SHELL-063 */
  company,
  /** SSO-001; the route opens it to staff (SSO-015, ROLE-036). */
  sso: [...company, grant(staff)],
  /**
   * ROLE-015, ROLE-020, ROLE-021, SSO-015: a trusted provider can sign in as anyone and add users.
   */
  manage_sso: manageEmployees,
  /** ROLE-005, ROLE-016 */
  employees: [...company, ...managed],
  /** ROLE-016 */
  edit_employees: [...manageEmployees, grant(['manager'])],
  /** ROLE-020, ROLE-021, ROLE-024 to ROLE-026 */
  manage_employees: manageEmployees,
  /** SHELL-052 */
  data_enrichment: [grant(searching, 'enrichment', 'search')],
  /** PROF-006 */
  possible_match: managed,
  admin: [grant(admins)],
  /** DEC-14, COMP-050; the route limits staff and account managers to their companies. */
  audit: [...ownAudit, ...managed],
  own_audit: ownAudit,
  /** SHELL-064 */
  statistics: [grant(['worker', ...admins, 'service_admin'])],
  /** STC-028 to STC-036; the route limits staff and account managers to their companies. */
  read_statistics: [grant(['worker', ...admins, 'service_admin']), ...managed],
  /** SHELL-067 */
  integrations: [grant(recruiting, 'internal', 'search')],
  /** ROLE-009, SHELL-066 */
  api_tokens: apiTokens,
  /** The route limits staff and account managers to their companies. */
  api_usage: [...apiTokens, ...managed],
  /** SHELL-056, ROLE-031 to ROLE-039 */
  staff: [grant(staff)],
  /** OPS-003 */
  installation: [grant(['super_user'])],
  /** ROLE-016 */
  managed_companies: managed,
  /** DEC-09 */
  resume_sending: [grant([...admins, ...staff])],
} as const satisfies Record<string, readonly Grant[]>;

export type Right = keyof typeof rights;
export const rightNames = Object.keys(rights) as Right[];

/** ADR 93 */
const rolesOf = ({ role, holdsStaffRights }: Actor): readonly Role[] => (holdsStaffRights ? [role, 'super_user'] : [role]);

export const hasRight = (right: Right, actor: Actor): boolean =>
  rights[right].some(
    ({ roles, needs }: Grant) => rolesOf(actor).some((role) => roles.includes(role)) && needs.every((name) => conditions[name](actor)),
  );

const impliedBy: Partial<Record<PersonCondition, readonly Role[]>> = {
  // EMP-034: only workers have the search flag.
  search: searching.filter((role) => role !== 'worker'),
  // ROLE-054
  export_csv: searching,
  export_ats: searching,
};

const grantOf = (right: Right, role: Role): Grant | undefined =>
  rights[right].filter(({ roles }: Grant) => roles.includes(role)).toSorted((one, other) => one.needs.length - other.needs.length)[0];

export interface Needs {
  company: readonly CompanyCondition[];
  person: readonly PersonCondition[];
}

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
