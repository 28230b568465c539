import type { ColumnType, Generated } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

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
  /** Country codes that the account may search in; absent: all. */
  search_countries?: string[];
}

type CompanyTables = {
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
    features: ColumnType<CompanyFeatures, string | undefined, string>;
    created_at: ColumnType<Date, Date | undefined, never>;
  };
};

const tables = (tx: Tx) => tx.withTables<CompanyTables>();

export type Company = NonNullable<Awaited<ReturnType<typeof findCompany>>>;

export const findCompany = (tx: Tx, companyId: number) =>
  tables(tx).selectFrom('companies').selectAll().where('id', '=', companyId).executeTakeFirst();

/** Over all companies; names are not unique. */
export const findCompaniesByName = (tx: Tx, name: string) =>
  tables(tx).selectFrom('companies').select('id').where('name', '=', name).orderBy('id').limit(2).execute();

/** True where all accounts of the installation belong to one company. Over all companies. */
export async function isSingleCompany(tx: Tx): Promise<boolean> {
  const rows = await tables(tx).selectFrom('companies').select('id').limit(2).execute();
  return rows.length < 2;
}

export interface NewCompany {
  name: string;
  isExtCompany?: boolean;
  region?: 'russia' | 'other';
  features?: CompanyFeatures;
  paidFrom?: Date;
  paidTill?: Date;
  mfa?: boolean;
}

/** Returns the id of the new company. */
export async function insertCompany(tx: Tx, company: NewCompany): Promise<number> {
  const row = await tables(tx)
    .insertInto('companies')
    .values({
      name: company.name,
      is_ext_company: company.isExtCompany ?? false,
      region: company.region ?? 'other',
      features: JSON.stringify(company.features ?? {}),
      paid_from: company.paidFrom ?? null,
      paid_till: company.paidTill ?? null,
      mfa: company.mfa ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
