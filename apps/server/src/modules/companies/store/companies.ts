import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { CompanyFeatures, CompanyTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<CompanyTables>();

export type Company = NonNullable<Awaited<ReturnType<typeof findCompany>>>;

export const findCompany = (tx: Tx, companyId: number) =>
  tables(tx).selectFrom('companies').selectAll().where('id', '=', companyId).executeTakeFirst();

/** Locks the company and its seats against changes until the transaction ends. */
export const lockActiveCompany = (tx: Tx, companyId: number) =>
  tables(tx)
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', companyId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Excludes deleted companies; names are not unique. Over all companies. */
export const findCompaniesByName = (tx: Tx, name: string) =>
  tables(tx).selectFrom('companies').select('id').where('name', '=', name).where('deleted_at', 'is', null).orderBy('id').limit(2).execute();

/** Ignores extension accounts. Over all companies. */
export async function isSingleCompany(tx: Tx): Promise<boolean> {
  const rows = await tables(tx).selectFrom('companies').select('id').where('is_ext_company', '=', false).limit(2).execute();
  return rows.length < 2;
}

export const deleteEmptyExtensions = (tx: Tx, ids: readonly number[]) =>
  sql`delete from companies where id = any(${ids}) and is_ext_company
    and not exists (select from users where users.company_id = companies.id)`.execute(tx);

export interface NewCompany {
  name: string;
  isExtCompany?: boolean;
  accessType?: 'pay' | 'demo' | 'extension';
  region?: 'russia' | 'other';
  features?: CompanyFeatures;
  paidFrom?: Date;
  paidTill?: Date;
  mfa?: boolean;
  /** COMP-053: limits of hiring managers and their vacancies; absent: the usual limits. */
  limitsHiringManagers?: boolean;
}

export async function insertCompany(tx: Tx, company: NewCompany): Promise<number> {
  const row = await tables(tx)
    .insertInto('companies')
    .values({
      name: company.name,
      is_ext_company: company.isExtCompany ?? false,
      access_type: company.accessType ?? 'pay',
      region: company.region ?? 'other',
      features: JSON.stringify(company.features ?? {}),
      paid_from: company.paidFrom ?? null,
      paid_till: company.paidTill ?? null,
      mfa: company.mfa ?? false,
      ...(company.limitsHiringManagers === false ? { hm_max_count: null, hm_max_folders: null } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Over all companies. */
export async function listSealedTokens(tx: Tx): Promise<{ id: number; sealed: string }[]> {
  const rows = await tables(tx)
    .selectFrom('companies')
    .select(['id', 'huntflow_token_sealed as sealed'])
    .where('huntflow_token_sealed', 'is not', null)
    .execute();
  return rows.flatMap(({ id, sealed }) => (sealed === null ? [] : [{ id, sealed }]));
}

export const replaceSealedToken = (tx: Tx, companyId: number, { from, to }: { from: string; to: string }) =>
  tables(tx)
    .updateTable('companies')
    .set({ huntflow_token_sealed: to })
    .where('id', '=', companyId)
    .where('huntflow_token_sealed', '=', from)
    .execute();
