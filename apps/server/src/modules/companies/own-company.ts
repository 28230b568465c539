import type { EmployeeStatistics, OwnCompany } from '@headwater/contract/companies';
import type { Language } from '@headwater/contract/errors';
import type { QuotaView } from '@headwater/contract/quotas';
import type { Tx } from '#platform/database/database.ts';
import { industryChoices } from './actions/dropdowns.ts';
import { countEmployees, type Named } from './store/admin.ts';
import { companyRecord } from './record.ts';
import type { Company } from './store/companies.ts';

/** COMP-061. */
export async function employeeStatistics(tx: Tx, company: Company): Promise<EmployeeStatistics> {
  const { workers, admins, hiring_managers } = await countEmployees(tx, company.id);
  const plain = ({ total, active, invited }: typeof workers) => ({ total, active, invited });
  return {
    workers: { ...plain(workers), with_search: workers.with_search },
    admins: plain(admins),
    hiring_managers: plain(hiring_managers),
    max_workers_with_search: company.max_workers_with_search,
    hm_max_count: company.hm_max_count,
  };
}

interface Shown {
  manager: Named | null;
  statistics: EmployeeStatistics;
  quotas: QuotaView[];
  now: Date;
  language: Language;
}

/** Omits the notes of staff. */
export function ownCompanyView(company: Company, { manager, statistics, quotas, now, language }: Shown): OwnCompany {
  const record = companyRecord(company, manager, now);
  return {
    company_id: record.company_id,
    company_name: record.company_name,
    access_type: record.access_type,
    license: record.license,
    paid_from: record.paid_from,
    paid_till: record.paid_till,
    site: record.site,
    industry: record.industry,
    time_zone: record.time_zone,
    mfa: record.mfa,
    hm_invite_domains: record.hm_invite_domains,
    hm_max_count: record.hm_max_count,
    hm_max_folders: record.hm_max_folders,
    credits: record.credits,
    contacts_per_month: record.contacts_per_month,
    contacts_per_month_user: record.contacts_per_month_user,
    quota_pricing_model: record.quota_pricing_model,
    profiles_per_day: record.profiles_per_day,
    data_enrichment: record.data_enrichment,
    data_enrichment_credits: record.data_enrichment_credits,
    account_manager: manager,
    statistics,
    quotas,
    industries: industryChoices(language),
  };
}
