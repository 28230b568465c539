import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { demoPassword } from '../src/modules/demo/accounts.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { StartupError } from '../src/platform/errors.ts';
import { routes } from './contract-routes.ts';
import { type Caller, useInstallation } from './installation.ts';
import { databaseUrl } from './postgres.ts';
import { readRelease, readTables, restoreRelease, type TableRows } from './releases/release.ts';

const folder = join(import.meta.dirname, 'releases');
const releases = readdirSync(folder).filter((name) => name.endsWith('.gz'));
const migrations = readdirSync(join(import.meta.dirname, '../src/migrations')).toSorted();

const tableOf = (tables: readonly TableRows[], name: string) => tables.find(({ table }) => table === name);

/** Tables that a later release joins with others. */
const joined = new Set([
  'messages',
  'telegram_messages',
  'telegram_message_words',
  'telegram_message_versions',
  'telegram_dialogs',
  'notices',
]);

async function emptyDatabase(): Promise<string> {
  const name = `upgrade_${randomBytes(6).toString('hex')}`;
  const admin = new Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  return name;
}

async function withClient<T>(name: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: databaseUrl(inject('postgresUrl'), name) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

describe.each(releases)('an installation of the release %s', (release) => {
  const before = readRelease(join(folder, release));
  let applied: string[];
  let after: TableRows[];
  const here = useInstallation({}, undefined, async (url) => {
    const name = await emptyDatabase();
    await restoreRelease(databaseUrl(url, name), before);
    applied = await migrate(databaseUrl(url, name));
    after = await withClient(name, (client) => readTables(client, before));
    return name;
  });

  it('applies every later migration once', async () => {
    const own = tableOf(before, 'schema_migrations')?.rows.map((row) => (JSON.parse(row) as { name: string }).name) ?? [];
    expect(own.length).toBeGreaterThan(0);
    expect([...own, ...applied].toSorted()).toEqual(migrations);
    expect(await migrate(here.databaseUrl)).toEqual([]);
  });

  it('keeps every row', () => {
    const held = before.filter(({ table, rows }) => table !== 'schema_migrations' && !joined.has(table) && rows.length > 0);
    expect(held.length).toBeGreaterThan(20);
    for (const { table, rows } of held) {
      expect([table, tableOf(after, table)?.rows]).toEqual([table, rows]);
    }
  });

  // ADR 46.
  it('keeps messages of dialogs as rows of messages', async () => {
    const rowsOf = (table: string) => (tableOf(before, table)?.rows ?? []).map((row) => JSON.parse(row) as Record<string, unknown>);
    expect(tableOf(after, 'messages')?.rows).toEqual(expect.arrayContaining(tableOf(before, 'messages')?.rows ?? []));
    const texts = rowsOf('telegram_messages').toSorted((one, other) => Number(one['id']) - Number(other['id']));
    const said = await here.sql<{ dialog_id: string; body_text: string; is_out: boolean; state: string }>(
      'select dialog_id, body_text, is_out, state from messages where dialog_id is not null order by position',
    );
    const states: Record<string, string> = { failed: 'error', sending: 'handed_over' };
    expect(said.map((row) => ({ ...row, dialog_id: Number(row.dialog_id) }))).toEqual(
      texts.map((row) => ({
        dialog_id: row['dialog_id'],
        body_text: row['body'],
        is_out: row['is_out'],
        state: states[String(row['state'])] ?? row['state'],
      })),
    );
    const lasts = await here.sql<{ id: number; body: string }>(
      'select dialog.id::int as id, body_text as body from telegram_dialogs as dialog join messages on messages.id = last_message_id order by 1',
    );
    const bodies = new Map(texts.map((row) => [row['id'], row['body']]));
    expect(lasts).toEqual(
      rowsOf('telegram_dialogs')
        .map((row) => ({ id: Number(row['id']), body: bodies.get(row['last_message_id']) }))
        .filter(({ body }) => body !== undefined)
        .toSorted((one, other) => one.id - other.id),
    );
    const [words] = await here.sql<{ count: number }>('select count(*)::int as count from telegram_message_words');
    expect(words?.count).toBe(rowsOf('telegram_message_words').length);
  });

  describe('in use', () => {
    let recruiter: Caller;
    beforeAll(async () => {
      await here.application.search.start();
      recruiter = here.visitor();
      const email = 'recruiter@demo.headwater.test';
      const { status } = await recruiter.post('/api/v6/login/', { email, password: demoPassword });
      if (status !== 200) throw new Error(`sign-in answered ${status}`);
    });

    it.each(['/api/v6/folders/', '/api/v6/messaging/threads/', '/api/v6/profiles/', '/api/v6/candidates/', '/api/savedqueries/'])(
      'lists its rows at %s',
      async (path) => {
        const { status, body } = await recruiter.get(path);
        expect(status).toBe(200);
        expect(Object.values(body as object).filter((value) => Array.isArray(value) && value.length > 0)).not.toEqual([]);
      },
    );

    it('returns no server error at any list of the contract', async () => {
      const lists = routes.filter(({ method, params, isStream }) => method === 'GET' && params.length === 0 && !isStream);
      expect(lists.length).toBeGreaterThan(30);
      const answers = await Promise.all(lists.map(async ({ path }) => ({ path, status: (await recruiter.get(path)).status })));
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    });
  });
});

/**
 * Migrates a database with these applied migrations. Returns the error message and the number of
 * tables afterwards.
 */
async function migrateUnknown(...names: string[]) {
  const name = await emptyDatabase();
  await withClient(name, async (client) => {
    await client.query(
      'create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    await client.query(`insert into schema_migrations (name, checksum) select unnest($1::text[]), ''`, [names]);
  });
  const error = await migrate(databaseUrl(inject('postgresUrl'), name)).catch((reason: Error) => reason);
  const left = await withClient(name, (client) =>
    client.query(`select from pg_class where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'graphile_worker')`),
  );
  return { sentence: error instanceof StartupError ? error.message : error, tables: left.rowCount };
}

describe('a database with unknown migrations', () => {
  it.each([
    ['0001_create_companies_and_users.sql', '0128_run_ai_searches_as_tasks.sql'],
    ['0001_baseline_accounts.sql', '0006_baseline_messages.sql', '0325_count_what_was_said_again.sql'],
  ])('is rejected unchanged if an unreleased version created it (%s)', async (...names) => {
    expect(await migrateUnknown(...names)).toEqual({
      sentence:
        'An unreleased version of Headwater created this database, and no release can upgrade it: start with a new data folder (HEADWATER_DATA_DIR) or an empty database (DATABASE_URL).',
      tables: 1,
    });
  });

  it('is rejected unchanged if a newer release upgraded it', async () => {
    expect(await migrateUnknown('0011_audit.sql', '9999_create_tomorrow.sql')).toMatchObject({
      sentence: expect.stringContaining('newer release of Headwater (9999_create_tomorrow.sql)'),
      tables: 1,
    });
  });
});
