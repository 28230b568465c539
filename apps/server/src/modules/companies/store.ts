import type { Tx } from '#platform/database/database.ts';
import type { CompanyFeatures, CompanyTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<CompanyTables>();

export type Company = NonNullable<Awaited<ReturnType<typeof findCompany>>>;

export const findCompany = (tx: Tx, companyId: number) =>
  tables(tx).selectFrom('companies').selectAll().where('id', '=', companyId).executeTakeFirst();

/** A company that was not deleted, held against a change of it or of its seats until the transaction ends. */
export const holdCompany = (tx: Tx, companyId: number) =>
  tables(tx)
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', companyId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

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
