import type { CompanyExportFailure } from '@headwater/domain/companies/company-exports';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { CompanyExportTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<CompanyExportTables>();

export type CompanyExport = Selectable<CompanyExportTables['company_exports']>;

const most = 20;

export const listExports = (tx: Tx, companyId: number) =>
  tables(tx)
    .selectFrom('company_exports as export')
    .leftJoin('users', 'users.id', 'export.created_by')
    .selectAll('export')
    .select(sql<string | null>`trim(users.first_name || ' ' || users.last_name)`.as('creator'))
    .where('export.company_id', '=', companyId)
    .orderBy('export.id', 'desc')
    .limit(most)
    .execute();

/** Undefined if the company already has an unfinished export. */
export const insertExport = (tx: Tx, { companyId, userId, now }: { companyId: number; userId: number; now: Date }) =>
  tables(tx)
    .insertInto('company_exports')
    .values({
      company_id: companyId,
      created_by: userId,
      state: 'waiting',
      failure: null,
      created_at: now,
      finished_at: null,
      expires_at: null,
      store_key: null,
      bytes: null,
      rows: null,
      files: null,
    })
    .onConflict((conflict) => conflict.column('company_id').where('state', 'in', ['waiting', 'running']).doNothing())
    .returning('id')
    .executeTakeFirst();

export const findExport = (tx: Tx, id: number) =>
  tables(tx).selectFrom('company_exports').selectAll().where('id', '=', id).executeTakeFirst();

/** Undefined if it is over. */
export const startExport = (tx: Tx, id: number) =>
  tables(tx)
    .updateTable('company_exports')
    .set({ state: 'running' })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst();

export type Finished = Pick<CompanyExport, 'store_key' | 'bytes' | 'rows' | 'files' | 'expires_at'>;

export const saveDone = (tx: Tx, id: number, { now, ...done }: Finished & { now: Date }) =>
  tables(tx)
    .updateTable('company_exports')
    .set({ ...done, state: 'done', finished_at: now })
    .where('id', '=', id)
    .execute();

export const saveFailed = (tx: Tx, id: number, { failure, now }: { failure: CompanyExportFailure; now: Date }) =>
  tables(tx).updateTable('company_exports').set({ state: 'failed', failure, finished_at: now }).where('id', '=', id).execute();

export const listExpired = (tx: Tx, now: Date) =>
  tables(tx)
    .selectFrom('company_exports')
    .select(['id', 'store_key'])
    .where('expires_at', '<=', now)
    .where('store_key', 'is not', null)
    .execute();

export const forgetFile = (tx: Tx, id: number) =>
  tables(tx).updateTable('company_exports').set({ store_key: null }).where('id', '=', id).execute();

/** The next hour deletes the files. */
export const expireOlder = (tx: Tx, { companyId, now }: { companyId: number; now: Date }) =>
  tables(tx)
    .updateTable('company_exports')
    .set({ expires_at: now })
    .where('company_id', '=', companyId)
    .where('state', '=', 'done')
    .where('expires_at', '>', now)
    .execute();

/** Fails exports that a stopped process left unfinished. */
export const failAbandoned = (tx: Tx, { before, now }: { before: Date; now: Date }) =>
  tables(tx)
    .updateTable('company_exports')
    .set({ state: 'failed', failure: 'unexpected', finished_at: now })
    .where('state', 'in', ['waiting', 'running'])
    .where('created_at', '<', before)
    .execute();

/** Ends the files of a company, of all companies without one. Returns their keys in the file store. */
export async function forgetFiles(tx: Tx, { companyId, now }: { companyId: number | null; now: Date }): Promise<string[]> {
  const { rows } = await sql<{ store_key: string }>`
    with files as (select id, store_key from company_exports where store_key is not null
      and (${companyId}::bigint is null or company_id = ${companyId}) for update)
    update company_exports as export set store_key = null, expires_at = ${now} from files where files.id = export.id
    returning files.store_key`.execute(tx);
  return rows.map((row) => row.store_key);
}
