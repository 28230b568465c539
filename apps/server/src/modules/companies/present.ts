import type { CurrentUser } from '@headwater/contract/accounts';
import { hasProduct, integrationNames } from '@headwater/domain/companies/switches';
import type { License } from '@headwater/domain/landing';
import type { Company } from './store/companies.ts';

/** ACC-023, ACC-024: no dates mean an unlimited license. */
export function licenseOf(company: Pick<Company, 'is_active' | 'paid_from' | 'paid_till'>, now: Date): License {
  if (company.paid_from && company.paid_from > now) return 'not_started';
  if (!company.is_active || (company.paid_till && company.paid_till <= now)) return 'expired';
  return 'active';
}

/** Whether the company has access. Background work waits while it has none. */
export const mayWork = (
  company: Pick<Company, 'is_active' | 'paid_from' | 'paid_till' | 'is_ext_company' | 'deleted_at'>,
  now: Date,
): boolean => company.deleted_at === null && (company.is_ext_company || licenseOf(company, now) === 'active');

const isSwitched = (name: string): name is (typeof integrationNames)[number] => (integrationNames as readonly string[]).includes(name);

/** COMP-028. An integration that staff turned off exchanges nothing. */
export const mayIntegrate = ({ features }: Pick<Company, 'features'>, integration: string): boolean =>
  !isSwitched(integration) || features[`integrates_${integration}`] === true;

const on = (flag: boolean | undefined) => flag ?? false;

export function companyView(company: Company): CurrentUser['company'] {
  const { features } = company;
  return {
    company_id: company.id,
    company_name: company.name,
    is_ext_company: company.is_ext_company,
    access_type: company.access_type,
    region: company.region,
    terms_location: company.terms_location,
    ats: on(features.has_ats),
    messaging: on(features.has_messaging),
    sequences: on(features.has_sequences),
    gpt: on(features.has_gpt),
    telegram: on(features.has_telegram),
    events_section: hasProduct(features, 'events_section'),
    filters: { gender: on(features.gender_filter), diversity: on(features.diversity_filter), age: on(features.age_filter) },
    enable_mltr: on(features.enable_mltr),
    mltr_days_filter: on(features.mltr_days_filter),
    comment_days_filter: on(features.comment_days_filter),
    remote_filter: on(features.remote_filter),
    linkedin_filter: on(features.linkedin_filter),
    activity_filters: on(features.activity_filters),
    public_statistics: on(features.public_statistics),
  };
}
