import type { ColumnType, Generated } from 'kysely';

/** Switches of a company; an absent one is off. */
export interface CompanyFeatures {
  has_ats?: boolean;
  has_messaging?: boolean;
  has_sequences?: boolean;
  has_gpt?: boolean;
  has_telegram?: boolean;
  gender_filter?: boolean;
  diversity_filter?: boolean;
  age_filter?: boolean;
  enable_mltr?: boolean;
  mltr_days_filter?: boolean;
  comment_days_filter?: boolean;
  remote_filter?: boolean;
  linkedin_filter?: boolean;
  activity_filters?: boolean;
  public_statistics?: boolean;
  /** CONT-026: contacts come without where they are from. */
  contacts_without_sources?: boolean;
  /** Country codes that the account may search in; absent: all. */
  search_countries?: string[];
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
    /** Null where they are not counted. */
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
};
