import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { databaseUrl } from '../../../test/postgres.ts';
import { migrate } from './migrate.ts';

async function query<Row extends object>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const results = [];
    for (const statement of statements) results.push((await client.query<Row>(statement)).rows);
    return results.at(-1) ?? [];
  } finally {
    await client.end();
  }
}

/** The owner of the database has no superuser rights, as in hosted PostgreSQL. */
async function createOwnedDatabase() {
  const name = `owner_${randomBytes(4).toString('hex')}`;
  await query(
    inject('postgresUrl'),
    `create role ${name} login createrole password 'owner-password'`,
    `grant headwater_app to ${name} with admin option`,
    `create database ${name} owner ${name}`,
  );
  const superuserUrl = databaseUrl(inject('postgresUrl'), name);
  return { superuserUrl, ownerUrl: Object.assign(new URL(superuserUrl), { username: name, password: 'owner-password' }).href };
}

it('a migration changes rows of all companies if the owner of the database has no superuser rights', async () => {
  const { superuserUrl, ownerUrl } = await createOwnedDatabase();
  const baseline = await migrate(ownerUrl);
  expect(baseline).toContain('0001_accounts.sql');
  await query(superuserUrl, `insert into companies (name) values ('Acme'), ('Globex')`);
  const folder = mkdtempSync(join(tmpdir(), 'headwater-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(import.meta.dirname, '../../migrations'), folder, { recursive: true });
  writeFileSync(join(folder, '9999_rename_companies.sql'), 'update companies set name = upper(name);');
  expect(await migrate(ownerUrl, undefined, { folder })).toEqual(['9999_rename_companies.sql']);
  expect(await query(superuserUrl, 'select name from companies order by name')).toEqual([{ name: 'ACME' }, { name: 'GLOBEX' }]);
});
