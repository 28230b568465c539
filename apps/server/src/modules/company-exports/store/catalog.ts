import { type ExportedTable, exportedTables, type Reference } from './company-tables.ts';

export interface Column {
  name: string;
  /** Name of the type in pg_type; of the elements, if `isArray`. */
  type: string;
  isArray: boolean;
  isNullable: boolean;
  reference: Reference | undefined;
  hasForeignKey: boolean;
}

export interface CompanyTable extends ExportedTable {
  name: string;
  /** Exported columns, in the order of the table. */
  columns: Column[];
  key: string[];
  hasId: boolean;
}

/** Runs a query. */
type Ask = <R extends object>(text: string, values?: readonly unknown[]) => Promise<R[]>;

interface ColumnRow extends Pick<Column, 'name' | 'type' | 'isArray' | 'isNullable'> {
  table: string;
}

interface KeyRow {
  table: string;
  column: string;
  target: string;
  targetColumn: string;
}

const readColumns = `
  select c.relname::text as "table", a.attname::text as name, coalesce(element.typname, type.typname)::text as type,
    element.oid is not null as "isArray", not a.attnotnull as "isNullable"
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    join pg_type type on type.oid = a.atttypid left join pg_type element on element.oid = type.typelem and type.typcategory = 'A'
  where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and a.attname <> 'company_id' order by c.relname, a.attnum`;

/** In a key with the company, the other column counts. */
const readForeignKeys = `
  select k.conrelid::regclass::text as "table", own.attname::text as "column", k.confrelid::regclass::text as target, other.attname::text as "targetColumn"
  from pg_constraint k cross join lateral unnest(k.conkey, k.confkey) as pair (own, other)
    join pg_attribute own on own.attrelid = k.conrelid and own.attnum = pair.own
    join pg_attribute other on other.attrelid = k.confrelid and other.attnum = pair.other
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace and own.attname <> 'company_id' and k.confrelid <> 'companies'::regclass`;

const readPrimaryKeys = `
  select c.relname::text as "table", array_agg(a.attname::text order by place) as key
  from pg_index i join pg_class c on c.oid = i.indrelid cross join lateral unnest(i.indkey::int2[]) with ordinality as part (number, place)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = part.number
  where i.indisprimary and c.relnamespace = 'public'::regnamespace group by 1`;

/** A key to another key, such as that of mailing_launches, leads to the id behind it. */
function targetOf(keys: readonly KeyRow[], { target, targetColumn }: KeyRow): string {
  if (targetColumn === 'id') return target;
  const next = keys.find((key) => key.table === target && key.column === targetColumn);
  if (!next) throw new Error(`${target}.${targetColumn} is no key to an id`);
  return targetOf(keys, next);
}

/** The declared tables, each after those that its foreign keys name. */
function inOrder(tables: readonly CompanyTable[], keys: readonly KeyRow[]): CompanyTable[] {
  const sorted = new Map<string, CompanyTable>();
  const byName = new Map(tables.map((table) => [table.name, table]));
  const add = (table: CompanyTable, path: readonly string[]): void => {
    if (sorted.has(table.name)) return;
    if (path.includes(table.name)) throw new Error(`foreign keys lead in a circle: ${[...path, table.name].join(', ')}`);
    for (const key of keys) {
      const target = byName.get(key.target);
      const isWritten = table.columns.some(({ name }) => name === key.column);
      if (key.table === table.name && isWritten && target && target !== table) add(target, [...path, table.name]);
    }
    sorted.set(table.name, table);
  };
  for (const table of tables) add(table, []);
  return [...sorted.values()];
}

/** The declared tables with their columns. Omits columns that cannot come along. */
export async function readCompanyTables(ask: Ask): Promise<CompanyTable[]> {
  const names = Object.keys(exportedTables);
  const columns = await ask<ColumnRow>(readColumns, [names]);
  const keys = await ask<KeyRow>(readForeignKeys);
  const primary = await ask<{ table: string; key: string[] }>(readPrimaryKeys);
  const tables = Object.entries(exportedTables).map(([name, declared]): CompanyTable => {
    const own = columns.flatMap(({ table, ...column }): Column[] => {
      if (table !== name || declared.omitted?.[column.name] !== undefined) return [];
      const key = keys.find((each) => each.table === name && each.column === column.name);
      const reference = key ? targetOf(keys, key) : declared.references?.[column.name];
      if (key && typeof reference === 'string' && !exportedTables[reference]) {
        if (column.isNullable) return [];
        throw new Error(`${name}.${column.name} needs ${reference}, which is not exported`);
      }
      return [{ ...column, reference, hasForeignKey: key !== undefined }];
    });
    const hasId = own.some((column) => column.name === 'id');
    const key = (primary.find((each) => each.table === name)?.key ?? []).filter((column) => column !== 'company_id');
    return { ...declared, name, columns: own, key, hasId };
  });
  return inOrder(tables, keys);
}
