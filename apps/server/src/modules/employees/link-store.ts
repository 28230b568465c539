import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { containing } from '#platform/database/like.ts';
import type { EmployeeTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<EmployeeTables>();
const maxCompanies = 50;

interface Named {
  id: number;
  name: string;
}

export async function listLinked(tx: Tx, companyId: number): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select c.id, c.name from company_links l join companies c on c.id = l.linked_company_id
    where l.company_id = ${companyId} and c.deleted_at is null order by lower(c.name), c.id`.execute(tx);
  return rows;
}

export async function listCompaniesNamed(tx: Tx, search: string): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id, name from companies where deleted_at is null and name ilike ${containing(search)} order by lower(name), id limit ${maxCompanies}`.execute(
    tx,
  );
  return rows;
}

export async function isLinked(tx: Tx, { from, to }: { from: number; to: number }): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom('company_links')
    .select('company_id')
    .where('company_id', '=', from)
    .where('linked_company_id', '=', to)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ignores unknown companies and the company itself. */
export async function saveLinked(tx: Tx, companyId: number, ids: readonly number[]): Promise<void> {
  await sql`delete from company_links where company_id = ${companyId} and not linked_company_id = any(${[...ids]}::bigint[])`.execute(tx);
  await sql`insert into company_links (company_id, linked_company_id)
    select ${companyId}, id from companies where id = any(${[...ids]}::bigint[]) and id <> ${companyId} and deleted_at is null
    on conflict do nothing`.execute(tx);
}
