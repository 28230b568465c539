import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client, escapeIdentifier, Pool } from 'pg';
import { runMigrations } from 'graphile-worker';

/** Rows of a table as PostgreSQL JSON, ordered by primary key. */
export interface TableRows {
  table: string;
  columns: string[];
  rows: string[];
}

const migrationsFolder = new URL('../../src/migrations/', import.meta.url);

// Encrypted with the installation's key. The next start creates it.
const leftOut = new Set(['application_login']);

/** Reads all tables without generated columns. `only`: limits tables and columns. */
export async function readTables(client: Client, only?: readonly TableRows[]): Promise<TableRows[]> {
  const { rows: found } = await client.query<{ table: string; columns: string[]; key: string[] }>(`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
      coalesce((select array_agg(k.attname::text) from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary), '{}') as key
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.oid, c.relname order by c.relname`);
  const tables: TableRows[] = [];
  for (const { table, columns: all, key } of found) {
    const columns = only ? (only.find((one) => one.table === table)?.columns ?? []).filter((name) => all.includes(name)) : all;
    if (leftOut.has(table) || columns.length === 0) continue;
    const list = columns.map(escapeIdentifier).join(', ');
    const order = (key.length > 0 ? key : columns).map(escapeIdentifier).join(', ');
    const { rows } = await client.query<{ row: string }>(
      `select row_to_json(t)::text as row from (select ${list} from ${escapeIdentifier(table)} order by ${order}) as t`,
    );
    tables.push({ table, columns, rows: rows.map(({ row }) => row) });
  }
  return tables;
}

export function writeRelease(file: string, tables: readonly TableRows[]): void {
  writeFileSync(file, gzipSync(tables.map((one) => JSON.stringify(one)).join('\n'), { level: 9 }));
}

export const readRelease = (file: string): TableRows[] =>
  gunzipSync(readFileSync(file))
    .toString()
    .split('\n')
    .map((line) => JSON.parse(line) as TableRows);

/**
 * Applies the release's migrations to an empty database and inserts its rows. Throws if a migration
 * was changed since.
 */
export async function restoreRelease(url: string, tables: readonly TableRows[]): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1 });
  pool.on('error', () => undefined);
  pool.on('connect', (connection) => connection.on('error', () => undefined));
  await runMigrations({ pgPool: pool });
  await pool.end();
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      'create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const applied = tables.find(({ table }) => table === 'schema_migrations')?.rows ?? [];
    for (const row of applied) {
      const { name, checksum } = JSON.parse(row) as { name: string; checksum: string };
      const sql = readFileSync(new URL(name, migrationsFolder), 'utf8');
      if (createHash('sha256').update(sql).digest('hex') !== checksum) throw new Error(`${name} was changed after its release`);
      await client.query(sql);
    }
    // Disables foreign keys and triggers, so that the order of tables does not matter.
    await client.query('set session_replication_role = replica');
    for (const { table, columns, rows } of tables) {
      const [name, list] = [escapeIdentifier(table), columns.map(escapeIdentifier).join(', ')];
      await client.query(`delete from ${name}`);
      await client.query(
        `insert into ${name} (${list}) overriding system value select ${list} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
        [`[${rows.join(',')}]`],
      );
      if (!columns.includes('id')) continue;
      const { rows: found } = await client.query<{ sequence: string | null }>(`select pg_get_serial_sequence($1, 'id') as sequence`, [
        table,
      ]);
      const sequence = found[0]?.sequence;
      if (sequence) await client.query(`select setval($1, (select coalesce(max(id), 0) + 1 from ${name}), false)`, [sequence]);
    }
  } finally {
    await client.end();
  }
}
