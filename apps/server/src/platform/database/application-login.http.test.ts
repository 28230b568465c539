import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { createSecretBox } from '#platform/crypto/secrets.ts';
import { useInstallation } from '../../../test/installation.ts';
import { migrate } from './migrate.ts';
import { prepareApplicationLogin } from './application-login.ts';

const here = useInstallation();
const secrets = createSecretBox([randomBytes(32)]);

async function outcome(statement: string): Promise<string> {
  const client = await here.application.database.pool.connect();
  try {
    await client.query(statement);
    return 'done';
  } catch (error) {
    return (error as { code?: string }).code ?? 'failed';
  } finally {
    client.release(true);
  }
}

async function asApplication<Row extends object>(...statements: string[]): Promise<Row[]> {
  const client = await here.application.database.pool.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows;
    return rows;
  } finally {
    client.release(true);
  }
}

describe('a connection of the application', () => {
  it('uses a role that owns nothing and cannot reset to another one', async () => {
    const [role] = await asApplication<{ session: string; super: string; powers: boolean; owned: number }>(
      'set role none',
      `select session_user as session, current_setting('is_superuser') as super, (select count(*)::int from pg_class where relowner = r.oid) as owned,
         r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolcreatedb or r.rolreplication as powers from pg_roles as r where rolname = current_user`,
    );
    expect(role).toMatchObject({ super: 'off', powers: false, owned: 0 });
    expect(role?.session).toMatch(/^headwater_app_/);
  });

  it('cannot change roles or use superuser functions', async () => {
    const [{ owner } = { owner: '' }] = await here.sql<{ owner: string }>('select current_user as owner');
    const denied = '42501';
    for (const statement of [
      `set role ${owner}`,
      `set role none; set role ${owner}`,
      `set session authorization ${owner}`,
      `alter role ${owner} password 'x'`,
      'alter role current_user superuser',
      'alter role current_user bypassrls',
      'set role none; alter role session_user superuser',
      'create role somebody',
      `grant ${owner} to current_user`,
      `copy (select 1) to program 'true'`,
      `copy companies from program 'true'`,
      `copy (select 1) to '/tmp/out'`,
      `select pg_read_file('/etc/passwd')`,
      'alter table companies disable row level security',
      'drop policy tenant on companies',
      'select * from application_login',
      'update graphile_worker.migrations set breaking = true',
    ])
      expect([statement, await outcome(statement)]).toEqual([statement, denied]);
  });

  it('sees no tenant rows outside a scope, under any role', async () => {
    await here.addCompany();
    for (const role of ['reset role', 'set role none', 'set role headwater_app', 'reset session authorization']) {
      const [seen] = await asApplication<{ count: number }>(role, 'set row_security = on', 'select count(*)::int as count from companies');
      expect([role, seen?.count]).toEqual([role, 0]);
    }
    expect(await outcome('set role none; set row_security = off; select count(*) from companies')).toBe('42501');
  });

  it('includes connections of the queue and of event listeners', async () => {
    const caller = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    const worker = await here.application.startWorker();
    const stream = await caller.send({ method: 'GET', url: '/api/v6/events/', payloadAsStream: true });
    const users = async () =>
      (
        await here.sql<{ usename: string }>(
          'select distinct usename from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        )
      )
        .map(({ usename }) => usename)
        .filter((name) => name !== 'headwater');
    expect(await users()).toHaveLength(1);
    stream.body.destroy();
    await worker.stop();
  });
});

describe('the role of the application', () => {
  it('keeps its password between starts, and gets a new one with a new key', async () => {
    const [first, second] = [
      await prepareApplicationLogin(here.databaseUrl, secrets),
      await prepareApplicationLogin(here.databaseUrl, secrets),
    ];
    expect(second).toBe(first);
    const third = await prepareApplicationLogin(here.databaseUrl, createSecretBox([randomBytes(32)]));
    expect([new URL(third).username, third === first]).toEqual([new URL(first).username, false]);
    const old = new Client({ connectionString: first });
    await expect(old.connect()).rejects.toMatchObject({ code: '28P01' });
  });

  it('is created once by concurrent processes, and by an owner without superuser rights', async () => {
    const admin = new Client({ connectionString: inject('postgresUrl') });
    await admin.connect();
    const owner = `owner_${randomBytes(4).toString('hex')}`;
    await admin.query(`create role ${owner} login createrole password 'owner-password'`);
    await admin.query(`grant headwater_app to ${owner} with admin option`);
    await admin.query(`create database ${owner} owner ${owner}`);
    await admin.end();
    const url = new URL(inject('postgresUrl'));
    Object.assign(url, { username: owner, password: 'owner-password', pathname: `/${owner}` });
    await migrate(url.href);
    const urls = await Promise.all([1, 2, 3].map(() => prepareApplicationLogin(url.href, secrets)));
    expect(new Set(urls).size).toBe(1);
  });
});
