import type { Tx } from '#platform/database/database.ts';
import { escapeIdentifier } from 'pg';
import type { Column, CompanyTable } from './catalog.ts';
import type { Reference } from './company-tables.ts';
import { runText } from './stage-rows.ts';

const newId = (table: string, id: string) => `(select new from new_ids where table_name = '${table}' and old = ${id})`;

function newReference(column: string, reference: Reference, isArray: boolean): string {
  if (typeof reference !== 'string')
    return `case r.${escapeIdentifier(reference.by)} ${Object.entries(reference.tables)
      .map(([kind, table]) => `when '${kind}' then ${newId(table, column)}`)
      .join(' ')} end`;
  if (!isArray) return newId(reference, column);
  return `array(select new from unnest(${column}) with ordinality as each (id, place)
    join new_ids on table_name = '${reference}' and old = each.id order by place)`;
}

function valueOf(table: CompanyTable, { name, isArray, reference }: Column): string {
  const column = `r.${escapeIdentifier(name)}`;
  if (name === 'id' && table.hasId) return newId(table.name, column);
  const changed = table.imported?.[name];
  if (changed !== undefined) return changed;
  return reference === undefined ? column : newReference(column, reference, isArray);
}

/** Inserts lines `from` to `to` under new ids. The company in scope owns them. */
export function insertRows(tx: Tx, table: CompanyTable, { from, to }: { from: number; to: number }): Promise<object[]> {
  const values = new Map(table.columns.map((column) => [column.name, valueOf(table, column)]));
  for (const [column, value] of Object.entries(table.omitted ?? {})) values.set(column, value);
  if (table.name !== 'companies') values.set('company_id', 'headwater_company()');
  const columns = [...values.keys()].map(escapeIdentifier).join(', ');
  return runText(
    tx,
    `insert into ${table.name} (${columns}) overriding system value
     select ${[...values.values()].join(', ')} from staged cross join lateral jsonb_populate_record(null::${table.name}, row) as r
     where table_name = '${table.name}' and line between $1 and $2 order by line`,
    [from, to],
  );
}
