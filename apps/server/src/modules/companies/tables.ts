import type { companyLanguages, dataRegions, pricingModels, segments } from '@headwater/domain/companies/dropdowns';
import type { CompanySwitches } from '@headwater/domain/companies/switches';
import type { HiringManagerAccess } from '@headwater/domain/permission-flags';
import type { ColumnType, Generated } from 'kysely';

/** An absent switch is off. */
export interface CompanyFeatures extends CompanySwitches {
  /** Country codes in which the account may search; absent: all. */
  search_countries?: string[];
}

/** Agreements with a company that no code evaluates; empty texts if unknown. */
export interface CompanyDetails {
  site?: string;
  industry?: number | null;
  segment?: (typeof segments)[number] | null;
  payment_sum?: number | null;
  languages?: (typeof companyLanguages)[number][];
  ats_region?: (typeof dataRegions)[number] | null;
  file_region?: (typeof dataRegions)[number] | null;
  stats_link?: string;
  crm_link?: string;
}

// A type alias, as Kysely wants an index signature.
export type CompanyTables = {
  companies: {
    id: Generated<number>;
    name: string;
    is_ext_company: Generated<boolean>;
    access_type: Generated<'pay' | 'demo' | 'extension'>;
    is_active: Generated<boolean>;
    paid_from: Date | null;
    paid_till: Date | null;
    region: Generated<'russia' | 'other'>;
    terms_location: Generated<'us' | 'russia'>;
    time_zone: Generated<string>;
    mfa: Generated<boolean>;
    profiles_per_day: Generated<number>;
    contacts_per_month: number | null;
    contacts_per_month_user: number | null;
    /** Rows of enrichment files; null: no limit. */
    enrichment_rows_per_month: number | null;
    features: ColumnType<CompanyFeatures, string | undefined, string>;
    created_at: ColumnType<Date, Date | undefined, never>;
    account_manager_id: number | null;
    details: ColumnType<CompanyDetails, string | undefined, string>;
    /** Null: no limit. */
    max_workers_with_search: number | null;
    /** When to notify administrators of the end of the demo; null after the notice. */
    demo_end_email_at: Date | null;
    data_enrichment: Generated<boolean>;
    /** Null: no limit; 10 for a new company. */
    hm_max_count: ColumnType<number | null, number | null | undefined, number | null>;
    /** Null: no limit; 20 for a new company. */
    hm_max_folders: ColumnType<number | null, number | null | undefined, number | null>;
    hm_invite_domains: Generated<string[]>;
    hm_display_sections: ColumnType<HiringManagerAccess, string | undefined, string>;
    gift_credit_size: Generated<number>;
    quota_pricing_model: Generated<(typeof pricingModels)[number]>;
    huntflow_webhook: Generated<string>;
    huntflow_token_sealed: string | null;
    deleted_at: Date | null;
    active_before_deletion: boolean | null;
    /** Null if credits are not counted. */
    credits: number | null;
  };
  credit_transactions: {
    id: Generated<number>;
    company_id: ColumnType<number, number, never>;
    author_id: ColumnType<number | null, number, never>;
    amount: ColumnType<number, number, never>;
    balance: ColumnType<number, number, never>;
    reason: ColumnType<string, string, never>;
    created_at: ColumnType<Date, Date, never>;
  };
  company_quotas: {
    id: Generated<number>;
    company_id: ColumnType<number, number, never>;
    /** 'YYYY-MM-DD', like `ends_on`. */
    starts_on: ColumnType<string, string, never>;
    ends_on: ColumnType<string, string, never>;
    quota: ColumnType<number, number, never>;
    is_active: Generated<boolean>;
    created_by: ColumnType<number | null, number, never>;
    created_at: ColumnType<Date, Date, never>;
  };
};
