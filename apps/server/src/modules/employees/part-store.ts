import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { EmployeeTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<EmployeeTables>();

export type PartTable = 'departments' | 'user_groups';

interface Page {
  companyId: number;
  limit: number;
  offset: number;
}

/** Of a company, by name. */
export async function listParts(tx: Tx, table: PartTable, { companyId, limit, offset }: Page) {
  const { count } = await tables(tx)
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  const results = await tables(tx)
    .selectFrom(table)
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, results };
}

interface NewPart {
  companyId: number;
  name: string;
  now: Date;
}

/** Undefined where the company has one of that name. */
export const insertDepartment = (tx: Tx, { companyId, name, now }: NewPart) =>
  tables(tx)
    .insertInto('departments')
    .values({ company_id: companyId, name, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'name'])
    .executeTakeFirst();

/** Undefined where the company has one of that name. */
export const insertGroup = (tx: Tx, { companyId, name, now }: NewPart) =>
  tables(tx)
    .insertInto('user_groups')
    .values({ company_id: companyId, name, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'name'])
    .executeTakeFirst();

/** Whether the company has it. */
export async function hasPart(tx: Tx, table: PartTable, { companyId, id }: { companyId: number; id: number }): Promise<boolean> {
  const row = await tables(tx).selectFrom(table).select('id').where('company_id', '=', companyId).where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}
