import { violates } from '#platform/database/reject-conflict.ts';
import { type Expression, type ExpressionBuilder, type Insertable, sql, type SqlBool, type Updateable } from 'kysely';
import { type Actor, isAdminType } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { containing } from '#platform/database/like.ts';
import type { VacancyTables } from '../tables.ts';
import { vacancySeenBy } from './visibility.ts';

const tables = (tx: Tx) => tx.withTables<VacancyTables>();

export type VacancyRow = NonNullable<Awaited<ReturnType<typeof findVacancy>>>;

/** Excludes deleted vacancies. The caller checks access. */
export const findVacancy = (tx: Tx, vacancyId: number) =>
  tables(tx).selectFrom('vacancies').selectAll().where('id', '=', vacancyId).where('deleted_at', 'is', null).executeTakeFirst();

export const lockVacancy = (tx: Tx, vacancyId: number) =>
  tables(tx).selectFrom('vacancies').selectAll().where('id', '=', vacancyId).where('deleted_at', 'is', null).forUpdate().executeTakeFirst();

type Builder = ExpressionBuilder<VacancyTables, 'vacancies'>;

const isMember = (select: Builder, userIds: readonly number[], kind?: 'assignee' | 'granted'): Expression<SqlBool> =>
  select.exists(
    select
      .selectFrom('vacancy_members')
      .select('vacancy_members.user_id')
      .whereRef('vacancy_members.vacancy_id', '=', 'vacancies.id')
      .where('vacancy_members.user_id', '=', sql<number>`any(${userIds})`)
      .$if(kind !== undefined, (query) => query.where('vacancy_members.kind', '=', kind ?? 'assignee')),
  );

export interface VacancyFilter {
  status: 'active' | 'closed' | 'all';
  assignees?: readonly number[] | undefined;
  onlyAccessible?: boolean | undefined;
  query?: string | undefined;
  limit: number;
  offset: number;
}

export async function listVacancies(tx: Tx, actor: Actor, filter: VacancyFilter): Promise<{ count: number; rows: VacancyRow[] }> {
  let query = tables(tx).selectFrom('vacancies').where(vacancySeenBy('vacancies', actor));
  if (filter.status !== 'all') query = query.where('status', '=', filter.status);
  const { assignees } = filter;
  if (assignees?.length) {
    query = query.where((select) =>
      select.or([select('vacancies.created_by', '=', sql<number>`any(${assignees})`), isMember(select, assignees, 'assignee')]),
    );
  }
  if (filter.onlyAccessible && !isAdminType(actor)) {
    query = query.where((select) => select.or([select('vacancies.created_by', '=', actor.userId), isMember(select, [actor.userId])]));
  }
  if (filter.query) query = query.where('name', 'ilike', containing(filter.query));
  const { count } = await query.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await query.selectAll('vacancies').orderBy('id', 'desc').limit(filter.limit).offset(filter.offset).execute();
  return { count, rows };
}

/** VAC-046. The company's first (VAC-047). */
export const listAtsFolders = (tx: Tx) =>
  tables(tx)
    .selectFrom('ats_folders')
    .select(['id', 'ats_type', 'name'])
    .orderBy(sql`ats_type = 'company'`, 'desc')
    .orderBy('name')
    .orderBy('id')
    .execute();

type Vacancies = VacancyTables['vacancies'];

export async function insertVacancy(tx: Tx, vacancy: Insertable<Vacancies>): Promise<number> {
  const row = await tables(tx).insertInto('vacancies').values(vacancy).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

export const updateVacancy = (tx: Tx, vacancyId: number, change: Updateable<Vacancies>) =>
  tables(tx).updateTable('vacancies').set(change).where('id', '=', vacancyId).execute();

/** VAC-052. The unique index decides on concurrent writes. */
export async function isNameTaken(tx: Tx, userId: number, { name, exceptId }: { name: string; exceptId?: number }): Promise<boolean> {
  let query = tables(tx)
    .selectFrom('vacancies')
    .select('id')
    .where('created_by', '=', userId)
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${name})`)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null);
  if (exceptId !== undefined) query = query.where('id', '!=', exceptId);
  return (await query.executeTakeFirst()) !== undefined;
}

export const nameConstraint = 'vacancies_name';
export const isNameConflict = (error: unknown): boolean => violates(error, nameConstraint);

export const markDeleted = (tx: Tx, vacancyId: number, { deletedAt, jobId }: { deletedAt: Date; jobId: number }) =>
  tables(tx).updateTable('vacancies').set({ deleted_at: deletedAt, deleted_by_job: jobId }).where('id', '=', vacancyId).execute();

/** No mailing exists for the vacancy; it would be lost with it. */
const isFreeOfWork = sql<SqlBool>`not exists (select from mailings where mailings.folder_id = vacancies.id and mailings.deleted_at is null)`;

/** Deletes a vacancy created with the job if it is empty and unchanged. Returns whether it did. */
export async function deleteUnused(tx: Tx, vacancyId: number, { createdBy, now, jobId }: { createdBy: number; now: Date; jobId: number }) {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('vacancies')
    .set({ deleted_at: now, deleted_by_job: jobId })
    .where('id', '=', vacancyId)
    .where('created_by', '=', createdBy)
    .where('deleted_at', 'is', null)
    .whereRef('updated_at', '=', 'created_at')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('candidates')
            .select('candidates.id')
            .whereRef('candidates.vacancy_id', '=', 'vacancies.id')
            .where('candidates.deleted_at', 'is', null),
        ),
      ),
    )
    .where(isFreeOfWork)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const restoreDeleted = (tx: Tx, jobId: number) =>
  tables(tx)
    .updateTable('vacancies')
    .set({ deleted_at: null, deleted_by_job: null })
    .where('deleted_by_job', '=', jobId)
    .returning(['id', 'name', 'created_by', 'status'])
    .execute();
