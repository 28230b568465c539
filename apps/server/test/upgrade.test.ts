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

/**
 * What migrations set in rows that were there before, by table. 0136: whoever searches may enrich. 0156: hiring managers follow their company.
 * 0316: what was no limit stays none.
 */
const decided: Readonly<Record<string, readonly string[]>> = {
  users: ['data_enrichment_enabled', 'hm_access'],
  companies: ['hm_max_folders'],
};

function withoutDecided(table: string, row: string): string {
  const columns = decided[table];
  if (!columns) return row;
  const values = Object.entries(JSON.parse(row) as Record<string, unknown>);
  return JSON.stringify(values.filter(([column]) => !columns.includes(column)));
}

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

describe.each(releases)('an installation as the release up to %s left it', (release) => {
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

  it('is brought up to date by every migration since, once', async () => {
    const own = tableOf(before, 'schema_migrations')?.rows.map((row) => (JSON.parse(row) as { name: string }).name) ?? [];
    expect(own.length).toBeGreaterThan(0);
    expect([...own, ...applied].toSorted()).toEqual(migrations);
    expect(await migrate(here.databaseUrl)).toEqual([]);
  });

  it('keeps every row as it was, but for what a migration decides', () => {
    const held = before.filter(({ table, rows }) => table !== 'schema_migrations' && rows.length > 0);
    expect(held.length).toBeGreaterThan(20);
    for (const { table, rows } of held) {
      const stored = tableOf(after, table)?.rows.map((row) => withoutDecided(table, row));
      expect([table, stored]).toEqual([table, rows.map((row) => withoutDecided(table, row))]);
    }
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
      'shows what it held at %s',
      async (path) => {
        const { status, body } = await recruiter.get(path);
        expect(status).toBe(200);
        expect(Object.values(body as object).filter((value) => Array.isArray(value) && value.length > 0)).not.toEqual([]);
      },
    );

    it('fails at no list and no page of the contract', async () => {
      const lists = routes.filter(({ method, params, isStream }) => method === 'GET' && params.length === 0 && !isStream);
      expect(lists.length).toBeGreaterThan(30);
      const answers = await Promise.all(lists.map(async ({ path }) => ({ path, status: (await recruiter.get(path)).status })));
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    });
  });
});

/** What a start says of a database with these migrations, and how many tables it leaves there. */
async function refusal(...names: string[]) {
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

describe('a database that this release cannot follow', () => {
  it('is refused where an early version made it, and stays as it was', async () => {
    expect(await refusal('0001_create_companies_and_users.sql', '0128_run_ai_searches_as_tasks.sql')).toMatchObject({
      sentence: expect.stringContaining('made by an early version of Headwater'),
      tables: 1,
    });
  });

  it('is refused where a newer release was at work, and stays as it was', async () => {
    expect(await refusal('0006_baseline_messages.sql', '9999_create_tomorrow.sql')).toMatchObject({
      sentence: expect.stringContaining('newer release of Headwater (9999_create_tomorrow.sql)'),
      tables: 1,
    });
  });
});
