import { createHash, randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { inject } from 'vitest';
import { type Application, createApplication } from '../src/app.ts';
import type { backup } from '../src/commands/backup.ts';
import { openConfiguredDatabase } from '../src/commands/database.ts';
import { readEnv } from '../src/env.ts';
import type { Manifest } from '../src/platform/backup/manifest.ts';
import { systemClock } from '../src/platform/clock.ts';
import { createLog } from '../src/platform/log.ts';
import { databaseUrl } from './postgres.ts';
import { openApplications } from './settled.ts';

const log = createLog('silent');
const folders: string[] = [];
const closing: (() => Promise<unknown>)[] = [];

export const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'headwater-backup-'));
  folders.push(folder);
  return folder;
};

/** Call it after all tests of a file. */
export async function cleanUpBackups(): Promise<void> {
  for (const close of closing.splice(0).toReversed()) await close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export type Settings = Readonly<Record<string, string>>;

type Command = (command: Parameters<typeof backup>[0]) => Promise<number | void>;

/** Runs a command. Returns its output, or the error message. */
export async function run(command: Command, settings: Settings, ...args: string[]) {
  const said: string[] = [];
  try {
    const env = readEnv({ HEADWATER_DEMO: 'off', ...settings });
    const code = (await command({ env, log, say: (sentence) => void said.push(sentence), args })) ?? 0;
    return { code, said: said.join('\n') };
  } catch (error) {
    return { code: 1, said: (error as Error).message };
  }
}

/** The owner of the database has no superuser rights, as in hosted PostgreSQL. */
export async function makeOwnedDatabase(): Promise<string> {
  const name = `restored_${randomBytes(6).toString('hex')}`;
  const admin = new Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(`create role ${name} login createrole password 'owner-password'`);
  await admin.query(`grant headwater_app to ${name} with admin option`);
  await admin.query(`create database ${name} owner ${name}`);
  await admin.end();
  return Object.assign(new URL(databaseUrl(inject('postgresUrl'), name)), { username: name, password: 'owner-password' }).href;
}

export async function ask<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select set_config('headwater.scope', 'system', false)`);
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Starts the product on a restored installation. */
export async function open(settings: Settings): Promise<{ application: Application; app: Awaited<ReturnType<Application['createHttp']>> }> {
  const env = readEnv({ HEADWATER_DEMO: 'off', HEADWATER_URL: 'http://headwater.test', HEADWATER_LOG: 'silent', ...settings });
  const opened = await openConfiguredDatabase({ env, log, say: () => undefined }, { replaces: true });
  const application = createApplication({ env, databaseUrl: opened.url, clock: systemClock, log });
  openApplications.add(application);
  const app = await application.createHttp();
  closing.push(async () => {
    openApplications.delete(application);
    await app.close();
    await application.close();
  });
  return { application, app };
}

export const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
export const rowsOf = (folder: string) => Object.fromEntries(manifestOf(folder).tables.map(({ name, rows }) => [name, rows]));

/** Sorted rows of a backup by table. */
export function linesOf(folder: string): Record<string, string[]> {
  const lines = (name: string) =>
    gunzipSync(readFileSync(join(folder, 'database', name)))
      .toString()
      .split('\n')
      .toSorted();
  return Object.fromEntries(readdirSync(join(folder, 'database')).map((name) => [name, lines(name)]));
}

/** Files and folders below a folder, each with its mode. */
export const modesOf = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true }).map((entry) => {
    const { mode } = statSync(join(entry.parentPath, entry.name));
    return `${entry.isDirectory() ? 'folder' : 'file'} ${(mode & 0o777).toString(8)}`;
  });

/** Copies a backup and applies a change. */
export function changedCopy(kept: string, change: (folder: string) => void): string {
  const folder = join(newFolder(), 'changed');
  cpSync(kept, folder, { recursive: true });
  change(folder);
  return folder;
}

export function changeManifest(folder: string, change: (manifest: Manifest) => void): void {
  const manifest = manifestOf(folder);
  change(manifest);
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

/** Replaces the list of files, and its checksum. */
export function writeFileList(folder: string, list: string, count: number): void {
  writeFileSync(join(folder, 'files.sha256'), list);
  const sha256 = createHash('sha256').update(list).digest('hex');
  changeManifest(folder, ({ files }) => Object.assign(files, { count, sha256 }));
}

/** Removes the rows of a table from a backup. */
export function emptyTable(folder: string, table: string): void {
  const bytes = gzipSync('');
  writeFileSync(join(folder, `database/public.${table}.copy.gz`), bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  changeManifest(folder, ({ tables }) => {
    Object.assign(tables.find(({ name }) => name === table) ?? {}, { rows: 0, bytes: bytes.length, sha256 });
  });
}
