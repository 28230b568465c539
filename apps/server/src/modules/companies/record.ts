import type { CompanyChanges, CompanyView, CustomSettings, ListedCompany } from '@headwater/contract/companies';
import {
  customSwitches,
  followsGdpr,
  hasProduct,
  integrationNames,
  productSwitches,
  protectedFilters,
  searchSwitches,
} from '@headwater/domain/companies/switches';
import type { CompanyColumns, Named } from './store/admin.ts';
import { licenseOf } from './present.ts';
import type { Company } from './store/companies.ts';
import type { CompanyDetails, CompanyFeatures } from './tables.ts';

const mapped = <Name extends string, Value>(names: readonly Name[], value: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>;
const products = Object.keys(productSwitches) as (keyof typeof productSwitches)[];
const time = (date: Date | null) => date?.toISOString() ?? null;

export const customView = ({ features }: Pick<Company, 'features'>): CustomSettings => ({
  ...mapped(customSwitches, (name) => features[name] ?? false),
  search_countries: features.search_countries ?? [],
});

function switchesView(features: CompanyFeatures) {
  return {
    ...mapped(products, (name) => hasProduct(features, name)),
    ...mapped(searchSwitches, (name) => features[name] ?? false),
    filters: mapped(protectedFilters, (name) => features[`${name}_filter`] ?? false),
    gdpr: mapped(protectedFilters, (name) => followsGdpr(features, name)),
    integrations: mapped(integrationNames, (name) => features[`integrates_${name}`] ?? false),
  };
}

const detailsView = (details: CompanyDetails) => ({
  site: details.site ?? '',
  industry: details.industry ?? null,
  segment: details.segment ?? null,
  payment_sum: details.payment_sum ?? null,
  languages: details.languages ?? [],
  ats_region: details.ats_region ?? null,
  file_region: details.file_region ?? null,
  stats_link: details.stats_link ?? '',
  crm_link: details.crm_link ?? '',
});

export function companyRecord(company: Company, manager: Named | null, now: Date): CompanyView {
  return {
    company_id: company.id,
    company_name: company.name,
    ...switchesView(company.features),
    ...detailsView(company.details),
    is_ext_company: company.is_ext_company,
    access_type: company.access_type,
    is_active: company.is_active,
    account_manager_id: manager?.id ?? null,
    account_manager: manager,
    paid_from: time(company.paid_from),
    paid_till: time(company.paid_till),
    demo_end_email_time: time(company.demo_end_email_at),
    max_workers_with_search: company.max_workers_with_search,
    region: company.region,
    terms_location: company.terms_location,
    time_zone: company.time_zone,
    contacts_per_month: company.contacts_per_month,
    contacts_per_month_user: company.contacts_per_month_user,
    quota_pricing_model: company.quota_pricing_model,
    profiles_per_day: company.profiles_per_day,
    huntflow_webhook: company.huntflow_webhook,
    has_huntflow_token: company.huntflow_token_sealed !== null,
    data_enrichment: company.data_enrichment,
    data_enrichment_credits: company.enrichment_rows_per_month,
    hm_max_count: company.hm_max_count,
    hm_max_folders: company.hm_max_folders,
    hm_invite_domains: company.hm_invite_domains,
    gift_credit_size: company.gift_credit_size,
    mfa: company.mfa,
    credits: company.credits,
    license: licenseOf(company, now),
    created_at: company.created_at.toISOString(),
    custom_settings: customView(company),
  };
}

export const listedCompany = (
  company: Company,
  manager: Named | null,
  now: Date,
): Omit<ListedCompany, 'employees' | 'search_seats' | 'max_workers_with_search' | 'last_active_at'> => ({
  company_id: company.id,
  company_name: company.name,
  access_type: company.access_type,
  is_active: company.is_active,
  is_ext_company: company.is_ext_company,
  account_manager: manager,
  paid_till: time(company.paid_till),
  license: licenseOf(company, now),
  credits: company.credits,
  created_at: company.created_at.toISOString(),
  deleted_at: time(company.deleted_at),
});

const columnNames = { company_name: 'name', data_enrichment_credits: 'enrichment_rows_per_month' } as const;
const plainColumns = [
  'is_ext_company',
  'access_type',
  'is_active',
  'account_manager_id',
  'max_workers_with_search',
  'region',
  'terms_location',
  'time_zone',
  'contacts_per_month',
  'contacts_per_month_user',
  'quota_pricing_model',
  'profiles_per_day',
  'huntflow_webhook',
  'data_enrichment',
  'hm_max_count',
  'hm_max_folders',
  'hm_invite_domains',
  'gift_credit_size',
  'mfa',
] as const;
const detailNames = [
  'site',
  'industry',
  'segment',
  'payment_sum',
  'languages',
  'ats_region',
  'file_region',
  'stats_link',
  'crm_link',
] as const satisfies readonly (keyof CompanyDetails)[];
const times = { paid_from: 'paid_from', paid_till: 'paid_till', demo_end_email_time: 'demo_end_email_at' } as const;

type Entries = (readonly [string, unknown])[];
const definedOf = (entries: Entries) => Object.fromEntries(entries.filter(([, value]) => value !== undefined));

function changedSwitches(changes: CompanyChanges): CompanyFeatures {
  return definedOf([
    ...products.map((name) => [productSwitches[name], changes[name]] as const),
    ...searchSwitches.map((name) => [name, changes[name]] as const),
    ...protectedFilters.map((name) => [`${name}_filter`, changes.filters?.[name]] as const),
    ...protectedFilters.map((name) => [`gdpr_${name}`, changes.gdpr?.[name]] as const),
    ...integrationNames.map((name) => [`integrates_${name}`, changes.integrations?.[name]] as const),
  ]);
}

const moment = (value: string | null | undefined) => (typeof value === 'string' ? new Date(value) : value);

/** A missing field keeps the value in `before`. `sealedToken` replaces a given token. */
export function changedColumns(
  changes: CompanyChanges,
  before: Pick<Company, 'features' | 'details'>,
  sealedToken?: string | null,
): CompanyColumns {
  const [features, details] = [changedSwitches(changes), definedOf(detailNames.map((name) => [name, changes[name]] as const))];
  return {
    ...definedOf([
      ...plainColumns.map((name) => [name, changes[name]] as const),
      ...Object.entries(columnNames).map(([name, column]) => [column, changes[name as keyof typeof columnNames]] as const),
      ...Object.entries(times).map(([name, column]) => [column, moment(changes[name as keyof typeof times])] as const),
      ['huntflow_token_sealed', sealedToken],
    ]),
    features: JSON.stringify({ ...before.features, ...features }),
    details: JSON.stringify({ ...before.details, ...details }),
  };
}
