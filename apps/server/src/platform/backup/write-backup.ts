import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Client } from 'pg';
import copyStreams from 'pg-copy-streams';
import type { AppliedMigration } from '#platform/database/migrate.ts';
import { type FileStore, isMissing } from '#platform/files/store.ts';
import { columnList, connectOwner, qualified, readTables, schemas, type Table } from './catalog.ts';
import { checkBackup } from './check-backup.ts';
import { type BackupFolder, createBackupFolder } from './folder.ts';
import { fileList, fileOfKey, keyFile, type Manifest, type TableCopy, tableFile, writeManifest } from './manifest.ts';
import type { Measure } from './measure.ts';
import type { FileColumns } from './space.ts';

export interface BackupOptions {
  url: string;
  folder: string;
  files: FileStore;
  fileKeys: FileColumns;
  secretKeys: string;
  release: string;
  takenAt: Date;
  /** Encrypts the backup. */
  passphrase?: string | undefined;
  /** Ends the backup, which stays incomplete. */
  signal?: AbortSignal | undefined;
}

/** A backup that is being written. */
interface Writing extends BackupOptions {
  backup: BackupFolder;
}

export interface BackupReport {
  rows: number;
  files: number;
  bytes: number;
  missing: string[];
}

async function copyTable(client: Client, { backup, signal }: Writing, table: Table): Promise<TableCopy> {
  const rows = client.query(copyStreams.to(`copy (select ${columnList(table)} from ${qualified(table)}) to stdout`));
  const measure = await backup.write(tableFile(table), [rows, createGzip({ level: 4 })], signal);
  return { ...table, rows: rows.rowCount, ...measure };
}

async function copyFile({ backup, files, signal }: Writing, key: string): Promise<Measure | undefined> {
  const file = fileOfKey(key);
  try {
    const bytes = await files.read(key);
    await mkdir(dirname(backup.pathOf(file)), { recursive: true, mode: 0o700 });
    return await backup.write(file, [bytes], signal);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const keysOfPage = 500;
const filesAtOnce = 8;

async function* pagesOfKeys(client: Client, { table, column }: BackupOptions['fileKeys']): AsyncGenerator<string[]> {
  for (let last = ''; ;) {
    const { rows } = await client.query<{ key: string }>(
      `select ${column} as key from ${table} where ${column} > $1 order by ${column} limit ${keysOfPage}`,
      [last],
    );
    if (rows.length === 0) return;
    yield rows.map(({ key }) => key);
    last = rows.at(-1)?.key ?? '';
  }
}

async function stillNamed({ url, fileKeys: { table, column } }: BackupOptions, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const client = await connectOwner(url);
  try {
    const { rows } = await client.query<{ key: string }>(`select ${column} as key from ${table} where ${column} = any($1)`, [keys]);
    return rows.map(({ key }) => key);
  } finally {
    await client.end();
  }
}

async function copyFiles(client: Client, options: Writing): Promise<{ files: Manifest['files']; missing: string[] }> {
  const missing: string[] = [];
  const total = { count: 0, bytes: 0 };
  async function* lines(): AsyncGenerator<Buffer> {
    for await (const keys of pagesOfKeys(client, options.fileKeys)) {
      for (let at = 0; at < keys.length; at += filesAtOnce) {
        const some = keys.slice(at, at + filesAtOnce);
        const copies = await Promise.all(some.map(async (key) => ({ key, copy: await copyFile(options, key) })));
        missing.push(...copies.flatMap(({ key, copy }) => (copy ? [] : [key])));
        const written = copies.flatMap(({ key, copy }) => (copy ? [{ key, ...copy }] : []));
        total.count += written.length;
        total.bytes += written.reduce((sum, { bytes }) => sum + bytes, 0);
        yield Buffer.from(written.map(({ key, sha256 }) => `${sha256}  ${fileOfKey(key)}\n`).join(''));
      }
    }
  }
  const { sha256 } = await options.backup.write(fileList, [Readable.from(lines(), { objectMode: false })], options.signal);
  return { files: { ...total, sha256 }, missing: await stillNamed(options, missing) };
}

async function copySnapshot(client: Client, options: Writing) {
  await client.query('begin isolation level repeatable read read only');
  const tables = await readTables(client);
  // A release that starts during the backup must not change tables that are not copied yet.
  await client.query(`lock table ${tables.map(qualified).join(', ')} in access share mode`);
  const migrations = await client.query<AppliedMigration>('select name, checksum from schema_migrations order by name');
  await mkdir(join(options.folder, 'database'), { mode: 0o700 });
  const copies: TableCopy[] = [];
  for (const table of tables) copies.push(await copyTable(client, options, table));
  // Snapshots do not cover sequences. Reading them last keeps each ahead of its rows.
  const sequences = await client.query<Manifest['sequences'][number]>(
    `select schemaname::text as schema, sequencename::text as name, last_value::text as last from pg_sequences
     where schemaname = any($1) and last_value is not null order by 1, 2`,
    [schemas],
  );
  const { files, missing } = await copyFiles(client, options);
  await client.query('commit');
  return { content: { migrations: migrations.rows, tables: copies, sequences: sequences.rows, files }, missing };
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);

/** Verifies what it wrote. The manifest comes last and marks completion. */
export async function writeBackup(options: BackupOptions): Promise<BackupReport> {
  const { folder, release, takenAt, passphrase, signal } = options;
  const backup = await createBackupFolder(folder, passphrase);
  const secretKey = await backup.write(keyFile, [Readable.from([Buffer.from(options.secretKeys)])]);
  const client = await connectOwner(options.url);
  try {
    const { content: copied, missing } = await copySnapshot(client, { ...options, backup });
    const content = { ...copied, secretKey };
    await checkBackup(backup, content, signal);
    await writeManifest(backup, { format: 1, release, takenAt: takenAt.toISOString(), ...content });
    return {
      rows: sumOf(content.tables.map(({ rows }) => rows)),
      files: content.files.count,
      bytes: sumOf(content.tables.map(({ bytes }) => bytes)) + content.files.bytes,
      missing,
    };
  } finally {
    await client.end().catch(() => undefined);
  }
}
