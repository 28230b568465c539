/** What a company has besides search (COMP-013, COMP-030, COMP-038, COMP-046, COMP-047): the name on the wire, and that in its features. */
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

/** Whether a company has a product; an absent switch is off, but for that of the events section, which a company has until staff switch it off. */
export const hasProduct = (switches: CompanySwitches, name: keyof typeof productSwitches): boolean =>
  switches[productSwitches[name]] ?? name === 'events_section';

/** COMP-025: facets of what the law protects, each switched on by itself. */
export const protectedFilters = ['gender', 'diversity', 'age'] as const;
export type ProtectedFilter = (typeof protectedFilters)[number];

/** COMP-042 to COMP-045: what the search form shows. */
export const searchSwitches = ['enable_mltr', 'mltr_days_filter', 'comment_days_filter', 'remote_filter', 'linkedin_filter'] as const;

/** COMP-028: products of others that the company may connect. */
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

/** COMP-073: what the page of custom settings switches, instead of comparing ids of companies (ROLE-069, ROLE-073). */
export const customSwitches = ['activity_filters', 'contacts_without_sources', 'public_statistics', 'internal_company'] as const;

type Values<T> = T[keyof T];
type Switch =
  | Values<typeof productSwitches>
  | `${ProtectedFilter}_filter`
  | `gdpr_${ProtectedFilter}`
  | (typeof searchSwitches)[number]
  | `integrates_${(typeof integrationNames)[number]}`
  | (typeof customSwitches)[number];

/** Switches of a company as they are stored. An absent one is off, but for those of GDPR, which are on. */
export type CompanySwitches = { [Name in Switch]?: boolean };

/** COMP-026, COMP-050: whether a facet is taken away where the law protects what it tells (FLT-006). */
export const followsGdpr = (switches: CompanySwitches, filter: ProtectedFilter): boolean => switches[`gdpr_${filter}`] ?? true;
