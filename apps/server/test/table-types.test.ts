import { describe, expect, it } from 'vitest';
import { declaredColumns, type DeclaredColumn } from './declared-tables.ts';
import { useInstallation } from './installation.ts';

const here = useInstallation();

interface Column {
  table_name: string;
  column_name: string;
  data_type: string;
  is_nullable: boolean;
  fills_itself: boolean;
}

/** JavaScript type of each PostgreSQL type; `json` may have any. */
const kindOfType: Record<string, string> = {
  integer: 'number',
  smallint: 'number',
  bigint: 'number',
  real: 'number',
  'double precision': 'number',
  numeric: 'number',
  text: 'string',
  'character varying': 'string',
  uuid: 'string',
  inet: 'string',
  date: 'string',
  'time without time zone': 'string',
  boolean: 'boolean',
  'timestamp with time zone': 'Date',
  bytea: 'Buffer',
};

function wrongWith({ kinds, isOptional }: DeclaredColumn, column: Column | undefined): string | undefined {
  if (!column) return 'is no column of the database';
  const read = [...kinds].filter((kind) => kind !== 'null' && kind !== 'unknown');
  const expected = kindOfType[column.data_type];
  if (expected && read.some((kind) => kind !== expected)) return `is ${column.data_type}, not ${read.join(' or ')}`;
  if (column.is_nullable && !kinds.has('null') && !kinds.has('unknown')) return 'may be null';
  if (!column.is_nullable && kinds.has('null')) return 'is never null';
  if (isOptional && !column.is_nullable && !column.fills_itself) return 'has no default, yet an insert may leave it out';
  return undefined;
}

describe('types of tables', () => {
  it('match the migrations', async () => {
    const columns = await here.sql<Column>(
      `select table_name, column_name, data_type, is_nullable = 'YES' as is_nullable,
              column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as fills_itself
       from information_schema.columns where table_schema = 'public'`,
    );
    const byName = new Map(columns.map((column) => [`${column.table_name}.${column.column_name}`, column]));
    const declared = declaredColumns();
    expect(declared.length).toBeGreaterThan(300);
    const wrong = declared.flatMap((each) => {
      const problem = wrongWith(each, byName.get(`${each.table}.${each.column}`));
      return problem === undefined ? [] : [`${each.file}: ${each.table}.${each.column} ${problem}`];
    });
    expect(wrong).toEqual([]);
  });
});
