import type { CompanyView } from '@headwater/contract/companies';
import { integrationNames, productSwitches, protectedFilters, searchSwitches } from '@headwater/domain/companies/switches';
import type en from '../texts/en.json';

type FieldKey = keyof (typeof en)['field'];
type SectionKey = keyof (typeof en)['section'];

export type Choices =
  | 'access_types'
  | 'industries'
  | 'segments'
  | 'quota_pricing_models'
  | 'regions'
  | 'terms_locations'
  | 'data_regions'
  | 'languages'
  | 'account_managers';

export type Field = { name: FieldKey } & (
  | { kind: 'text'; required?: boolean; max?: number; type?: 'url' }
  /** `optional`: an empty field means no limit. */
  | { kind: 'number'; optional?: boolean; decimal?: boolean }
  /** `hint`: a note about what enabling the switch requires. */
  | { kind: 'switch'; hint?: 'own_factor' }
  | { kind: 'day'; end?: boolean }
  | { kind: 'moment' }
  | { kind: 'select'; choices: Choices; optional?: boolean }
  | { kind: 'several'; choices: Choices }
  | { kind: 'words' }
  | { kind: 'zone' }
  /** Never shown after it was saved. */
  | { kind: 'secret' }
);

interface Section {
  key: SectionKey;
  fields: readonly Field[];
}

const switches = (names: readonly string[]): Field[] => names.map((name) => ({ name: name as FieldKey, kind: 'switch' }));

/** COMP-011 to COMP-049. `<group>__<name>`: Mantine and the texts read a dot as a path. */
export const sections: readonly Section[] = [
  {
    key: 'general',
    fields: [
      { name: 'company_name', kind: 'text', required: true, max: 255 },
      { name: 'site', kind: 'text', type: 'url', max: 1000 },
      { name: 'industry', kind: 'select', choices: 'industries', optional: true },
      { name: 'segment', kind: 'select', choices: 'segments', optional: true },
      { name: 'account_manager_id', kind: 'select', choices: 'account_managers', optional: true },
      { name: 'languages', kind: 'several', choices: 'languages' },
      { name: 'time_zone', kind: 'zone' },
    ],
  },
  {
    key: 'license',
    fields: [
      { name: 'access_type', kind: 'select', choices: 'access_types' },
      { name: 'is_active', kind: 'switch' },
      { name: 'is_ext_company', kind: 'switch' },
      { name: 'paid_from', kind: 'day' },
      { name: 'paid_till', kind: 'day', end: true },
      { name: 'payment_sum', kind: 'number', optional: true, decimal: true },
      { name: 'demo_end_email_time', kind: 'moment' },
    ],
  },
  { key: 'products', fields: switches([...Object.keys(productSwitches), 'data_enrichment']) },
  {
    key: 'limits',
    fields: [
      { name: 'max_workers_with_search', kind: 'number', optional: true },
      { name: 'profiles_per_day', kind: 'number' },
      { name: 'quota_pricing_model', kind: 'select', choices: 'quota_pricing_models' },
      { name: 'contacts_per_month', kind: 'number', optional: true },
      { name: 'contacts_per_month_user', kind: 'number', optional: true },
      { name: 'data_enrichment_credits', kind: 'number', optional: true },
      { name: 'gift_credit_size', kind: 'number' },
    ],
  },
  {
    key: 'search',
    fields: switches([
      ...protectedFilters.map((name) => `filters__${name}`),
      ...protectedFilters.map((name) => `gdpr__${name}`),
      ...searchSwitches,
    ]),
  },
  {
    key: 'hiringManagers',
    fields: [
      { name: 'hm_max_count', kind: 'number', optional: true },
      { name: 'hm_max_folders', kind: 'number', optional: true },
      { name: 'hm_invite_domains', kind: 'words' },
    ],
  },
  { key: 'security', fields: [{ name: 'mfa', kind: 'switch' }] },
  {
    key: 'regions',
    fields: [
      { name: 'region', kind: 'select', choices: 'regions' },
      { name: 'terms_location', kind: 'select', choices: 'terms_locations' },
      { name: 'ats_region', kind: 'select', choices: 'data_regions', optional: true },
      { name: 'file_region', kind: 'select', choices: 'data_regions', optional: true },
    ],
  },
  {
    key: 'integrations',
    fields: [
      ...switches(integrationNames.map((name) => `integrations__${name}`)),
      { name: 'huntflow_webhook', kind: 'text', type: 'url', max: 1000 },
      { name: 'huntflow_token', kind: 'secret' },
    ],
  },
  {
    key: 'links',
    fields: [
      { name: 'stats_link', kind: 'text', type: 'url', max: 1000 },
      { name: 'crm_link', kind: 'text', type: 'url', max: 1000 },
    ],
  },
];

/** COMP-067 */
export const ownSections: readonly Section[] = [
  {
    key: 'general',
    fields: [
      { name: 'company_name', kind: 'text', required: true, max: 255 },
      { name: 'site', kind: 'text', type: 'url', max: 1000 },
      { name: 'industry', kind: 'select', choices: 'industries', optional: true },
      { name: 'time_zone', kind: 'zone' },
    ],
  },
  { key: 'security', fields: [{ name: 'mfa', kind: 'switch', hint: 'own_factor' }] },
  { key: 'hiringManagers', fields: [{ name: 'hm_invite_domains', kind: 'words' }] },
];

export type Settings = Partial<CompanyView>;
