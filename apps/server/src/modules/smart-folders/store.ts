import { sql } from 'kysely';
import type { Ranking } from '@headwater/domain/query/rankings';
import type { UserTables } from '#modules/accounts/public.ts';
import type { Tx } from '#platform/database/database.ts';

type SmartFolderTables = UserTables & {
  smart_folders: {
    vacancy_id: number;
    company_id: number;
    query: string;
    filters: string;
    ranking: Ranking;
    updated_by: number;
    updated_at: Date;
  };
};

const tables = (tx: Tx) => tx.withTables<SmartFolderTables>();

const stored = (tx: Tx) =>
  tables(tx)
    .selectFrom('smart_folders as folder')
    .innerJoin('users', 'users.id', 'folder.updated_by')
    .select(['folder.vacancy_id', 'folder.query', 'folder.filters', 'folder.ranking', 'folder.updated_at', 'folder.updated_by'])
    .select(['users.first_name', 'users.last_name']);

export type StoredRow = Awaited<ReturnType<typeof listStored>>[number];

/** The caller checks access to the vacancies. */
export const listStored = (tx: Tx) => stored(tx).orderBy('folder.updated_at', 'desc').orderBy('folder.vacancy_id', 'desc').execute();

export const findStored = (tx: Tx, vacancyId: number) => stored(tx).where('folder.vacancy_id', '=', vacancyId).executeTakeFirst();

export const listDrivenBy = (tx: Tx, search: { query: string; filters: string }) =>
  tables(tx)
    .selectFrom('smart_folders')
    .select('vacancy_id')
    .where(sql<string>`md5(query)`, '=', sql<string>`md5(${search.query})`)
    .where(sql<string>`md5(filters)`, '=', sql<string>`md5(${search.filters})`)
    .execute();

export interface NewStored {
  vacancyId: number;
  companyId: number;
  userId: number;
  query: string;
  filters: string;
  ranking: Ranking;
  now: Date;
}

export const saveStored = (tx: Tx, { vacancyId, companyId, userId, now, ...search }: NewStored) =>
  tables(tx)
    .insertInto('smart_folders')
    .values({ vacancy_id: vacancyId, company_id: companyId, updated_by: userId, updated_at: now, ...search })
    .onConflict((conflict) => conflict.column('vacancy_id').doUpdateSet({ ...search, updated_by: userId, updated_at: now }))
    .execute();

export const dropStored = (tx: Tx, vacancyId: number) =>
  tables(tx).deleteFrom('smart_folders').where('vacancy_id', '=', vacancyId).execute();
