import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import { Client, Pool } from 'pg';
import { expect, inject, it } from 'vitest';
import { databaseUrl } from '../../../test/postgres.ts';
import { migrate } from './migrate.ts';

const folder = join(import.meta.dirname, '../../migrations');
const migrations = readdirSync(folder).toSorted();
const mends = '0169_mend_what_owners_missed.sql';

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A database whose owner is no superuser, as hosted ones have them; `byAll` sees every row of it. */
async function ownedDatabase() {
  const name = `owner_${randomBytes(4).toString('hex')}`;
  await withClient(inject('postgresUrl'), async (admin) => {
    await admin.query(`create role ${name} login createrole password 'owner-password'`);
    await admin.query(`grant headwater_app to ${name} with admin option`);
    await admin.query(`create database ${name} owner ${name}`);
  });
  const byAll = databaseUrl(inject('postgresUrl'), name);
  const byOwner = Object.assign(new URL(byAll), { username: name, password: 'owner-password' }).href;
  const pool = new Pool({ connectionString: byOwner, max: 1 });
  await runMigrations({ pgPool: pool });
  await pool.end();
  await withClient(byOwner, (owner) =>
    owner.query(
      'create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    ),
  );
  return { byAll, byOwner };
}

/** As earlier releases applied them: in no scope. */
const applyAsBefore = (url: string, fits: (name: string) => boolean) =>
  withClient(url, async (owner) => {
    for (const name of migrations.filter(fits)) {
      const sql = readFileSync(join(folder, name), 'utf8');
      await owner.query('begin');
      await owner.query(sql);
      const checksum = createHash('sha256').update(sql).digest('hex');
      await owner.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
      await owner.query('commit');
    }
  });

const people = [
  ['searches', 'worker', true],
  ['looks', 'worker', false],
  ['hires', 'hm', true],
] as const;

const links = (url: string) => JSON.stringify({ links: [{ url }] });

/** Two people who are looked for and three of a company, from before there were keys of links. `isCommon`: one is of the base of all. */
const fill = (url: string, { isCommon }: { isCommon: boolean }) =>
  withClient(url, async (all) => {
    const [company] = (await all.query<{ id: string }>(`insert into companies (name) values ('Acme') returning id`)).rows;
    for (const [name, role, searches] of people)
      await all.query(
        "insert into users (company_id, email, role, can_search, date_joined) values ($1, $2, $3, $4, now() - interval '1 year')",
        [company?.id, `${name}@acme.test`, role, searches],
      );
    const insert = 'insert into profiles (company_id, data, created_at, updated_at) values ($1, $2, now(), now()) returning id';
    const [base] = (await all.query<{ id: string }>(insert, [isCommon ? null : company?.id, links('https://site.test/ada')])).rows;
    await all.query(insert, [company?.id, links('https://site.test/%D0%98%D0%B2%D0%B0%D0%BD')]);
    await all.query('insert into profile_overlays (company_id, profile_id, data, updated_at) values ($1, $2, $3, now())', [
      company?.id,
      base?.id,
      links('https://site.test'),
    ]);
  });

const read = (url: string) =>
  withClient(url, async (all) => ({
    enriching: (await all.query<{ email: string }>('select email from users where data_enrichment_enabled order by id')).rows.map(
      ({ email }) => email,
    ),
    keys: (await all.query<{ key: string }>('select key from profile_link_keys order by key')).rows.map(({ key }) => key),
    banned: (await all.query<{ key: string }>('select key from banned_links')).rows.map(({ key }) => key),
    again: (await all.query('select from search_changes')).rowCount,
  }));

const right = { enriching: ['searches@acme.test'], keys: ['site.test', 'site.test/ada', 'site.test/иван'] };

it('an owner who is no superuser has what earlier releases missed written once more', async () => {
  const { byAll, byOwner } = await ownedDatabase();
  await applyAsBefore(byOwner, (name) => name < '0133');
  // With people of the common base they came no further.
  await fill(byAll, { isCommon: false });
  await applyAsBefore(byOwner, (name) => name >= '0133' && name < '0171' && name !== mends);
  await withClient(byAll, (all) =>
    all.query(
      `insert into banned_links (url, key, banned_at) values ('https://site.test/%D0%98%D0%B2%D0%B0%D0%BD', 'site.test/%d0%98%d0%b2%d0%b0%d0%bd', now())`,
    ),
  );
  await applyAsBefore(byOwner, (name) => name >= '0171');
  await withClient(byAll, (all) => all.query('delete from search_changes'));
  expect(await read(byAll)).toMatchObject({ enriching: [], keys: [], banned: ['site.test/%d0%98%d0%b2%d0%b0%d0%bd'], again: 0 });
  expect(await migrate(byOwner)).toEqual([mends]);
  expect(await read(byAll)).toMatchObject({ ...right, banned: ['site.test/иван'], again: expect.any(Number) });
  expect((await read(byAll)).again).toBeGreaterThan(0);
});

it('an owner who is no superuser migrates what is there already', async () => {
  const { byAll, byOwner } = await ownedDatabase();
  await applyAsBefore(byOwner, (name) => name < '0133');
  await fill(byAll, { isCommon: true });
  await migrate(byOwner);
  expect(await read(byAll)).toMatchObject(right);
});
