/** COMP-013, COMP-030, COMP-038, COMP-046, COMP-047: API name to feature name. */
export const productSwitches = {
  ats: 'has_ats',
  messaging: 'has_messaging',
  sequences: 'has_sequences',
  gpt: 'has_gpt',
  telegram: 'has_telegram',
  api_access: 'has_api',
  events_section: 'events_section',
  closing_contacts: 'closing_contacts',
} as const;

/** An absent switch is off, except the events section, which is on until staff disable it. */
export const hasProduct = (switches: CompanySwitches, name: keyof typeof productSwitches): boolean =>
  switches[productSwitches[name]] ?? name === 'events_section';

/** COMP-025 */
export const protectedFilters = ['gender', 'diversity', 'age'] as const;
export type ProtectedFilter = (typeof protectedFilters)[number];

/** COMP-042 to COMP-045 */
export const searchSwitches = ['enable_mltr', 'mltr_days_filter', 'comment_days_filter', 'remote_filter', 'linkedin_filter'] as const;

/** COMP-028 */
export const integrationNames = [
  'greenhouse',
  'smartrecruiters',
  'mixmax',
  'zapier',
  'lever',
  'teamtailor',
  'workable',
  'getmatch',
] as const;

/** COMP-073: replaces comparisons of company ids (ROLE-069, ROLE-073). */
export const customSwitches = ['activity_filters', 'contacts_without_sources', 'public_statistics', 'internal_company'] as const;

type Values<T> = T[keyof T];
type Switch =
  | Values<typeof productSwitches>
  | `${ProtectedFilter}_filter`
  | `gdpr_${ProtectedFilter}`
  | (typeof searchSwitches)[number]
  | `integrates_${(typeof integrationNames)[number]}`
  | (typeof customSwitches)[number];

/** An absent switch is off, except those of GDPR, which are on. */
export type CompanySwitches = { [Name in Switch]?: boolean };

/** COMP-026, COMP-050, FLT-006 */
export const followsGdpr = (switches: CompanySwitches, filter: ProtectedFilter): boolean => switches[`gdpr_${filter}`] ?? true;
