import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { containing } from '#platform/database/like.ts';
import type { EmployeeTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<EmployeeTables>();

export type PartTable = 'departments' | 'user_groups';

interface Page {
  companyId: number;
  /** Part of a name. */
  search?: string | undefined;
  limit: number;
  offset: number;
}

/** Of a company, by name. */
export async function listParts(tx: Tx, table: PartTable, { companyId, search = '', limit, offset }: Page) {
  const matching = tables(tx).selectFrom(table).where('company_id', '=', companyId).where('name', 'ilike', containing(search));
  const { count } = await matching.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const results = await matching
    .select(['id', 'name'])
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

/** Of the department with that name, which is made where the company has none. */
export async function departmentNamed(tx: Tx, part: NewPart): Promise<number> {
  const created = await insertDepartment(tx, part);
  if (created) return created.id;
  const { id } = await tables(tx)
    .selectFrom('departments')
    .select('id')
    .where('company_id', '=', part.companyId)
    .where(sql`lower(name)`, '=', sql`lower(${part.name})`)
    .executeTakeFirstOrThrow();
  return id;
}

/** Fails where the company has another one of that name. */
export const renameGroup = (tx: Tx, { id, name }: { id: number; name: string }) =>
  tables(tx).updateTable('user_groups').set({ name }).where('id', '=', id).execute();

/** One that nobody belongs to any more. */
export const deleteGroup = (tx: Tx, id: number) => tables(tx).deleteFrom('user_groups').where('id', '=', id).execute();
