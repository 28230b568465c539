import { type ColumnType, type Generated, sql } from 'kysely';
import type { VacancyDescription } from '@headwater/contract/vacancy-descriptions';
import { runsOf } from '#modules/generations/public.ts';
import type { Tx } from '#platform/database/database.ts';

type DescriptionTables = {
  vacancy_descriptions: {
    id: Generated<number>;
    company_id: ColumnType<number, number, never>;
    user_id: ColumnType<number, number, never>;
    position: string;
    company_name: string;
    responsibilities: string;
    requirements: string;
    additional_info: string;
    language: VacancyDescription['language'];
    body: Generated<string>;
    progress: VacancyDescription['progress'];
    run: Generated<number>;
    is_paid: boolean;
    created_at: ColumnType<Date, Date, never>;
    updated_at: Date;
  };
};

const tables = (tx: Tx) => tx.withTables<DescriptionTables>();

export type DescriptionRow = NonNullable<Awaited<ReturnType<typeof findDescription>>>;

export const runs = runsOf<DescriptionRow>('vacancy_descriptions');

export type DescriptionFields = Pick<
  DescriptionRow,
  'position' | 'company_name' | 'responsibilities' | 'requirements' | 'additional_info' | 'language'
>;

/** `lock` blocks changes until commit. */
export const findDescription = (tx: Tx, { userId, id, lock = false }: { userId: number; id: number; lock?: boolean }) =>
  tables(tx)
    .selectFrom('vacancy_descriptions')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();

export async function listDescriptions(tx: Tx, userId: number, { limit, offset }: { limit: number; offset: number }) {
  const own = tables(tx).selectFrom('vacancy_descriptions').where('user_id', '=', userId);
  const { count } = await own.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { count, rows: await own.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute() };
}

export const insertDescription = (
  tx: Tx,
  owner: { companyId: number; userId: number },
  { fields, isPaid, now }: { fields: DescriptionFields; isPaid: boolean; now: Date },
) =>
  tables(tx)
    .insertInto('vacancy_descriptions')
    .values({
      ...fields,
      company_id: owner.companyId,
      user_id: owner.userId,
      progress: 'pending',
      is_paid: isPaid,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

export type DescriptionChange = Partial<DescriptionFields & Pick<DescriptionRow, 'body' | 'progress' | 'is_paid'>>;

/** `isAnew` invalidates an earlier run; its answer is dropped. */
export const changeDescription = (tx: Tx, id: number, { change, isAnew, now }: { change: DescriptionChange; isAnew: boolean; now: Date }) =>
  tables(tx)
    .updateTable('vacancy_descriptions')
    .set({ ...change, updated_at: now, ...(isAnew ? { run: sql<number>`run + 1` } : {}) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const deleteDescription = (tx: Tx, id: number) => tables(tx).deleteFrom('vacancy_descriptions').where('id', '=', id).execute();
