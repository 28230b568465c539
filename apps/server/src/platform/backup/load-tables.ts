import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Client, escapeIdentifier } from 'pg';
import copyStreams from 'pg-copy-streams';
import { lockDatabase } from '#platform/database/locks.ts';
import { StartupError } from '#platform/errors.ts';
import { columnList, qualified, readTables, schemas } from './catalog.ts';
import type { BackupFolder } from './folder.ts';
import { type Manifest, type TableCopy, tableFile } from './manifest.ts';

/** Throws StartupError if a table of the backup differs from the database. */
async function requireSameTables(client: Client, { tables, release }: Manifest): Promise<void> {
  const here = new Map((await readTables(client)).map((table) => [qualified(table), columnList(table)]));
  const other = tables.find((table) => here.get(qualified(table)) !== columnList(table));
  if (other)
    throw new StartupError(
      `The table ${other.name} of the backup is different here: restore it with release ${release} of Headwater, then upgrade.`,
    );
}

interface Guards {
  open: string[];
  close: string[];
}

/** Foreign keys can be cyclic, so they are dropped. Adding them again checks every row. */
async function readForeignKeys(client: Client): Promise<Guards> {
  const { rows } = await client.query<{ schema: string; name: string; key: string; definition: string }>(
    `select n.nspname::text as schema, c.relname::text as name, k.conname::text as key, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and n.nspname = any($1) order by 1, 2, 3`,
    [schemas],
  );
  return {
    open: rows.map((row) => `alter table ${qualified(row)} drop constraint ${escapeIdentifier(row.key)}`),
    close: rows.map((row) => `alter table ${qualified(row)} add constraint ${escapeIdentifier(row.key)} ${row.definition}`),
  };
}

/** Triggers already ran on the rows of the backup. COPY rejects row-level security in any scope. */
async function readRowGuards(client: Client): Promise<Guards> {
  const { rows } = await client.query<{ schema: string; name: string; forced: boolean }>(
    `select n.nspname::text as schema, c.relname::text as name, c.relforcerowsecurity as forced
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition and (c.relhastriggers or c.relforcerowsecurity) order by 1, 2`,
    [schemas],
  );
  const forced = rows.filter((row) => row.forced);
  return {
    open: [
      ...rows.map((row) => `alter table ${qualified(row)} disable trigger user`),
      ...forced.map((row) => `alter table ${qualified(row)} no force row level security`),
    ],
    close: [
      ...forced.map((row) => `alter table ${qualified(row)} force row level security`),
      ...rows.map((row) => `alter table ${qualified(row)} enable trigger user`),
    ],
  };
}

async function loadTable(client: Client, backup: BackupFolder, table: TableCopy): Promise<void> {
  const rows = client.query(copyStreams.from(`copy ${qualified(table)} (${columnList(table)}) from stdin`));
  await pipeline(backup.read(tableFile(table)), createGunzip(), rows);
  if (rows.rowCount !== table.rows) throw new Error(`${table.name}: ${rows.rowCount} rows were loaded instead of ${table.rows}`);
}

async function runAll(client: Client, statements: readonly string[]): Promise<void> {
  if (statements.length > 0) await client.query(statements.join(';\n'));
}

interface LoadOptions {
  backup: BackupFolder;
  manifest: Manifest;
  requireEmpty(client: Client): Promise<void>;
  finish(client: Client): Promise<void>;
}

/** Replaces all rows of a migrated database in one transaction. Starting processes wait for it. */
export async function loadTables(client: Client, { backup, manifest, requireEmpty, finish }: LoadOptions): Promise<void> {
  await lockDatabase(client, 'migration');
  await client.query('begin');
  try {
    await requireEmpty(client);
    await requireSameTables(client, manifest);
    const [keys, guards] = [await readForeignKeys(client), await readRowGuards(client)];
    await runAll(client, [...keys.open, ...guards.open, `truncate ${manifest.tables.map(qualified).join(', ')}`]);
    for (const table of manifest.tables) await loadTable(client, backup, table);
    for (const sequence of manifest.sequences)
      await client.query('select setval($1::regclass, $2::bigint)', [qualified(sequence), sequence.last]);
    await runAll(client, [...guards.close, ...keys.close]);
    await finish(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
  await client.query('analyze');
}
