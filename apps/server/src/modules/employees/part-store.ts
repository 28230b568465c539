import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { containing } from '#platform/database/like.ts';
import type { EmployeeTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<EmployeeTables>();

export type PartTable = 'departments' | 'user_groups';

interface Page {
  companyId: number;
  search?: string | undefined;
  limit: number;
  offset: number;
}

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

export const insertPart = (tx: Tx, table: PartTable, { companyId, name, now }: NewPart) =>
  tables(tx)
    .insertInto(table)
    .values({ company_id: companyId, name, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'name'])
    .executeTakeFirst();

export async function hasPart(tx: Tx, table: PartTable, { companyId, id }: { companyId: number; id: number }): Promise<boolean> {
  const row = await tables(tx).selectFrom(table).select('id').where('company_id', '=', companyId).where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export async function departmentNamed(tx: Tx, part: NewPart): Promise<number> {
  const created = await insertPart(tx, 'departments', part);
  if (created) return created.id;
  const { id } = await tables(tx)
    .selectFrom('departments')
    .select('id')
    .where('company_id', '=', part.companyId)
    .where(sql`lower(name)`, '=', sql`lower(${part.name})`)
    .executeTakeFirstOrThrow();
  return id;
}

export const renameGroup = (tx: Tx, { id, name }: { id: number; name: string }) =>
  tables(tx).updateTable('user_groups').set({ name }).where('id', '=', id).execute();

/** The group must be empty. */
export const deleteGroup = (tx: Tx, id: number) => tables(tx).deleteFrom('user_groups').where('id', '=', id).execute();
