import {
  accessTypes,
  companyLanguages,
  companySorts,
  dataRegions,
  licenseStates,
  pricingModels,
  productRegions,
  segments,
  termsLocations,
} from '@headwater/domain/companies/dropdowns';
import { customSwitches, integrationNames, protectedFilters } from '@headwater/domain/companies/switches';
import { readHttpLink } from '@headwater/domain/http-link';
import { z } from 'zod';
import { mostCredits } from './credits.ts';
import { fileAnswer, tableTypes } from './export-file.ts';
import { zone } from './mailing-steps.ts';
import { quotaView } from './quotas.ts';
import { route } from './route.ts';
import { flag, id, moment, name, optionalText, pages, paging } from './validation.ts';

const path = '/api/v6/companies/';

const amount = z.number().int().min(0).max(1_000_000_000);
const limit = amount.nullable();
const switches = <Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((one) => [one, z.boolean()])) as Record<Name, z.ZodBoolean>);
const filters = switches(protectedFilters);
const integrations = switches(integrationNames);
const link = optionalText(1000).refine((value) => value === '' || readHttpLink(value) !== undefined, 'field_url');
const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/, 'company_domain');

const settings = {
  company_name: name(255),
  is_ext_company: z.boolean(),
  access_type: z.enum(accessTypes),
  is_active: z.boolean(),
  account_manager_id: id.nullable(),
  site: link,
  industry: z.number().int().nullable(),
  segment: z.enum(segments).nullable(),
  paid_from: moment.nullable(),
  paid_till: moment.nullable(),
  payment_sum: z.number().min(0).max(1_000_000_000_000).nullable(),
  max_workers_with_search: limit,
  demo_end_email_time: moment.nullable(),
  languages: z.array(z.enum(companyLanguages)).max(companyLanguages.length),
  region: z.enum(productRegions),
  terms_location: z.enum(termsLocations),
  ats_region: z.enum(dataRegions).nullable(),
  file_region: z.enum(dataRegions).nullable(),
  time_zone: zone,
  filters,
  /** COMP-050 */
  gdpr: filters,
  contacts_per_month: limit,
  contacts_per_month_user: limit,
  quota_pricing_model: z.enum(pricingModels),
  profiles_per_day: amount,
  integrations,
  huntflow_webhook: link,
  ats: z.boolean(),
  messaging: z.boolean(),
  sequences: z.boolean(),
  gpt: z.boolean(),
  telegram: z.boolean(),
  api_access: z.boolean(),
  events_section: z.boolean(),
  closing_contacts: z.boolean(),
  data_enrichment: z.boolean(),
  data_enrichment_credits: limit,
  hm_max_count: limit,
  hm_max_folders: limit,
  hm_invite_domains: z.array(domain).max(100),
  gift_credit_size: z.number().int().min(0).max(mostCredits),
  mfa: z.boolean(),
  stats_link: link,
  crm_link: link,
  enable_mltr: z.boolean(),
  mltr_days_filter: z.boolean(),
  comment_days_filter: z.boolean(),
  remote_filter: z.boolean(),
  linkedin_filter: z.boolean(),
};

const shape = z.object(settings);
/**
 * Only given fields are saved, so that simultaneous changes of different fields do not conflict.
 */
const changes = shape
  .extend({ huntflow_token: optionalText(1000), filters: filters.partial(), gdpr: filters.partial(), integrations: integrations.partial() })
  .partial();
export type CompanyChanges = z.infer<typeof changes>;

/** Read-only fields of an answer: accepted unchanged, refused with another value. */
const readOnlyNames = [
  'company_id',
  'account_manager',
  'has_huntflow_token',
  'credits',
  'license',
  'created_at',
  'custom_settings',
] as const;
export type ReadOnlyFields = { [Name in (typeof readOnlyNames)[number]]?: unknown };
const readOnly = Object.fromEntries(readOnlyNames.map((one) => [one, z.unknown().optional()])) as Record<
  (typeof readOnlyNames)[number],
  z.ZodOptional<z.ZodUnknown>
>;

/**
 * Values that the client has seen of the fields it changes. A field with a newer value is refused.
 * Fields without an expected value are saved as given.
 */
const seen = { expected: z.record(z.string().max(100), z.unknown()).optional() };
export type SeenFields = NonNullable<z.infer<z.ZodObject<typeof seen>>['expected']>;

const custom = switches(customSwitches).extend({
  /** Country codes for search; empty: all. */
  search_countries: z.array(z.string().regex(/^[A-Z]{2}$/, 'field_invalid')).max(250),
});
export type CustomSettings = z.infer<typeof custom>;

const person = z.object({ id: z.number(), name: z.string() });

/** As saved, even if they are no valid links. */
const shownLinks = { site: z.string(), stats_link: z.string(), crm_link: z.string() };

const company = shape.extend({
  ...shownLinks,
  huntflow_webhook: z.string(),
  company_id: z.number(),
  account_manager: person.nullable(),
  has_huntflow_token: z.boolean(),
  credits: z.number().int().nullable(),
  license: z.enum(licenseStates),
  created_at: moment,
  custom_settings: custom,
});
export type CompanyView = z.infer<typeof company>;

const listed = company
  .pick({
    company_id: true,
    company_name: true,
    access_type: true,
    is_active: true,
    is_ext_company: true,
    account_manager: true,
    paid_till: true,
    license: true,
    credits: true,
    created_at: true,
  })
  .extend({
    deleted_at: moment.nullable(),
    employees: z.number().int(),
    /** Recruiters with search, invited ones included. */
    search_seats: z.number().int(),
    max_workers_with_search: z.number().int().nullable(),
    /** When a user of the company was last seen. */
    last_active_at: moment.nullable(),
  });
export type ListedCompany = z.infer<typeof listed>;

const counts = z.object({ total: z.number().int(), active: z.number().int(), invited: z.number().int() });
const employeeStatistics = z.object({
  workers: counts.extend({ with_search: z.number().int() }),
  admins: counts,
  hiring_managers: counts,
  max_workers_with_search: z.number().int().nullable(),
  hm_max_count: z.number().int().nullable(),
});
export type EmployeeStatistics = z.infer<typeof employeeStatistics>;

const ownChanges = shape
  .pick({ company_name: true, site: true, industry: true, time_zone: true, mfa: true, hm_invite_domains: true })
  .partial();
export type OwnCompanyChanges = z.infer<typeof ownChanges>;

const named = <Value extends z.ZodType>(value: Value) => z.array(z.object({ value, name: z.string() }));

const own = company
  .pick({
    company_id: true,
    company_name: true,
    access_type: true,
    license: true,
    paid_from: true,
    paid_till: true,
    site: true,
    industry: true,
    time_zone: true,
    mfa: true,
    hm_invite_domains: true,
    hm_max_count: true,
    hm_max_folders: true,
    credits: true,
    contacts_per_month: true,
    contacts_per_month_user: true,
    quota_pricing_model: true,
    profiles_per_day: true,
    data_enrichment: true,
    data_enrichment_credits: true,
    account_manager: true,
  })
  .extend({
    statistics: employeeStatistics,
    /** COMP-048: current and future quotas, earliest first; empty for monthly limits. */
    quotas: z.array(quotaView),
    industries: named(z.number()),
  });
export type OwnCompany = z.infer<typeof own>;

const chosen = {
  search: optionalText(255).optional(),
  access_type: z.enum(accessTypes).optional(),
  license: z.enum(licenseStates).optional(),
  account_manager_id: id.optional(),
  is_active: flag.optional(),
  is_deleted: flag.default(false),
  sort: z.enum(companySorts).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
};

export const companies = {
  list: route({
    method: 'GET',
    path,
    summary: 'Companies of the installation; for an account manager, their own',
    access: 'managed_companies',
  })
    .input(z.object({ ...paging, ...chosen }))
    .output(z.object({ companies: z.array(listed), count: z.number().int(), pages })),
  export: route({
    method: 'GET',
    path: `${path}export/`,
    summary: 'Companies of the installation as a table (CSV or XLSX)',
    access: 'staff',
    outputStructure: 'detailed',
    csrf: true,
    exports: 'company',
    exportedPart: 'companies',
  })
    .input(z.object({ ...chosen, type: z.enum(tableTypes).default('csv') }))
    .output(fileAnswer),
  dropdowns: route({
    method: 'GET',
    path: `${path}dropdowns/`,
    summary: 'Options of the company form',
    access: 'managed_companies',
  }).output(
    z.object({
      access_types: named(z.enum(accessTypes)),
      industries: named(z.number()),
      segments: named(z.enum(segments)),
      quota_pricing_models: named(z.enum(pricingModels)),
      regions: named(z.enum(productRegions)),
      terms_locations: named(z.enum(termsLocations)),
      data_regions: named(z.enum(dataRegions)),
      languages: named(z.enum(companyLanguages)),
      account_managers: named(z.number()),
    }),
  ),
  create: route({
    method: 'POST',
    path: `${path}new/`,
    summary: 'Create a company',
    access: 'staff',
    example: { company_name: 'Acme' },
  })
    .input(changes.required({ company_name: true }).strict())
    .output(company),
  find: route({
    method: 'GET',
    path: `${path}{id}/`,
    summary: 'A company with everything that is set of it',
    access: 'managed_companies',
    targets: { id: 'managed_company' },
  })
    .input(z.object({ id }))
    .output(company),
  save: route({
    method: 'PUT',
    path: `${path}{id}/`,
    summary: 'Change a company; what is not given stays',
    access: 'staff',
    targets: { id: 'managed_company' },
    example: { site: 'https://acme.test' },
  })
    .input(changes.extend({ ...readOnly, id, ...seen }).strict())
    .output(company),
  remove: route({
    method: 'DELETE',
    path: `${path}{id}/`,
    summary: 'Delete a company: its data is kept, and its people cannot sign in until it is restored',
    access: 'staff',
    targets: { id: 'managed_company' },
  })
    .input(z.object({ id }))
    .output(z.object({})),
  restore: route({
    method: 'POST',
    path: `${path}{id}/restore/`,
    summary: 'Restore a deleted company with its people',
    access: 'staff',
    targets: { id: 'managed_company' },
  })
    .input(z.object({ id }))
    .output(
      z.object({
        /** People who cannot sign in, as another company's account has their address. */
        without_address: z.number().int(),
      }),
    ),
  saveCustomSettings: route({
    method: 'PATCH',
    path: `${path}{id}/custom_settings/`,
    summary: 'Switch what only some companies have; what `expected` names is not saved over what somebody else has set meanwhile',
    access: 'staff',
    targets: { id: 'managed_company' },
    example: { public_statistics: true },
  })
    .input(
      custom
        .partial()
        .extend({ id, ...seen })
        .strict(),
    )
    .output(custom),
  info: route({
    method: 'GET',
    path: '/api/internal/companies/{id}/',
    summary: 'A company at a glance',
    access: 'managed_companies',
    targets: { id: 'managed_company' },
  })
    .input(z.object({ id }))
    .output(
      listed.omit({ employees: true, search_seats: true, max_workers_with_search: true, last_active_at: true }).extend({
        ...shownLinks,
        quota_pricing_model: z.enum(pricingModels),
        statistics: employeeStatistics,
        /** ROLE-032 */
        has_service_manager: z.boolean(),
      }),
    ),
  employeeStatistics: route({
    method: 'GET',
    path: `${path}{id}/employees/stats/`,
    summary: 'How many people of each kind a company has',
    access: 'managed_companies',
    targets: { id: 'managed_company' },
  })
    .input(z.object({ id }))
    .output(employeeStatistics),
  findOwn: route({ method: 'GET', path: '/api/v6/company/', summary: 'The own company', access: 'company' }).output(own),
  saveOwn: route({
    method: 'PATCH',
    path: '/api/v6/company/',
    summary: 'Change the own company; what is not given stays',
    access: 'company',
    example: { site: 'https://acme.test' },
  })
    .input(ownChanges.extend(seen))
    .output(own),
};
