import { createHash } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { downloadExport, exportOwnCompany, exportsPath, type ReadArchive, signInDemoAdmin } from '../../../test/export-fixtures.ts';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { createReleaseDatabase } from '../../../test/releases/database.ts';
import { exportedTables, leftOutTables } from './store/company-tables.ts';

const here = useInstallation({}, undefined, createReleaseDatabase);
let worker: { stop(): Promise<void> };
let admin: Caller;
let companyId: number;
let archive: ReadArchive;

const canary = 'canary-of-another-company';
const patient = { timeout: 120_000 };

/** Another company with rows about the same people of the common base. */
async function addOtherCompany() {
  const other = await here.addCompany({ name: canary });
  const user = await here.addUser(other, 'admin', { email: `${canary}@example.test` });
  const [person] = await here.sql<{ id: number }>('select id from profiles where company_id is null order by id limit 1');
  const write = (table: string, columns: string, ...values: unknown[]) =>
    here.sql(`insert into ${table} (company_id, ${columns}) values ($1, ${values.map((_, at) => `$${at + 2}`).join(', ')})`, [
      other,
      ...values,
    ]);
  await write('comments', 'profile_id, text, created_by, created_at, updated_at', person?.id, canary, user.id, new Date(), new Date());
  await write('profile_contacts', 'profile_id, type, value, normalized, source', person?.id, 'email', canary, canary, 'manual');
  await write('tags', 'name, key, created_at', canary, canary, new Date());
  await write('files', 'filename, size, media_type, store_key', canary, 1, 'text/plain', 'ca/canary-of-another');
}

/** Closed to the company, because it belongs to the common base. */
async function addClosedContact(): Promise<void> {
  await here.sql(
    `insert into profile_contacts (profile_id, type, value, normalized, source)
     select profile_id, 'email', 'closed-contact@example.test', 'closed-contact@example.test', 'import' from candidates
     where company_id = $1 and profile_id in (select id from profiles where company_id is null)
       and profile_id not in (select profile_id from contact_openings where company_id = $1) limit 1`,
    [companyId],
  );
}

beforeAll(async () => {
  admin = await signInDemoAdmin(here);
  companyId = (await admin.get('/api/v6/company/')).body.company_id as number;
  // No id of a company.
  await here.sql(`select setval(pg_get_serial_sequence('company_exports', 'id'), 4000)`);
  await addOtherCompany();
  await addClosedContact();
  worker = await here.application.startWorker();
  archive = await exportOwnCompany(here, admin);
}, 120_000);
afterAll(() => worker.stop());

describe('tables of companies', () => {
  it('[OPS-006] are exported, or listed with a reason', async () => {
    const tables = await here.sql<{ name: string }>(
      `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and (c.relname = 'companies' or exists (select from pg_attribute where attrelid = c.oid and attname = 'company_id' and not attisdropped)) order by 1`,
    );
    expect([...Object.keys(exportedTables), ...Object.keys(leftOutTables)].toSorted()).toEqual(tables.map(({ name }) => name));
  });

  it('[OPS-006] have no column of bytes in an export, except keyed hashes and hashes of headings', () => {
    const bytes = [...archive.entries].flatMap(([name, content]) => {
      if (!name.startsWith('schema/')) return [];
      const { title, properties } = JSON.parse(content.toString()) as { title: string; properties: Record<string, object> };
      return Object.entries(properties).flatMap(([column, type]) =>
        JSON.stringify(type).includes(String.raw`^\\\\x`) ? [`${title}.${column}`] : [],
      );
    });
    expect(bytes.toSorted()).toEqual(['erased_fingerprints.fingerprint', 'suppressions.address_hash', 'table_mappings.header_hash']);
  });
});

describe('an export of a company', () => {
  it('[OPS-006] has the rows of each table, which match its schema and the manifest', patient, () => {
    const { manifest, entries, rows } = archive;
    expect(manifest).toMatchObject({ format: 'headwater-company-1', company: { id: companyId } });
    expect(manifest.tables.map(({ name }) => name).toSorted()).toEqual(Object.keys(exportedTables).toSorted());
    const ajv = new Ajv2020({ validateFormats: false, strict: false });
    for (const table of manifest.tables) {
      const content = entries.get(`${table.name}.ndjson`);
      expect([
        table.name,
        content?.length,
        createHash('sha256')
          .update(content ?? '')
          .digest('hex'),
      ]).toEqual([table.name, table.bytes, table.sha256]);
      const isRow = ajv.compile(JSON.parse(entries.get(`schema/${table.name}.json`)?.toString() ?? '') as object);
      const wrong = rows(table.name).filter((row) => !isRow(row));
      expect([table.name, wrong, rows(table.name).length]).toEqual([table.name, [], table.rows]);
    }
    expect(manifest.tables.filter((table) => table.rows > 0).length).toBeGreaterThan(25);
  });

  it('[OPS-006] leaves out no row of the company that belongs to its people', async () => {
    const inPart = new Set([
      'profiles',
      'profile_contacts',
      'files',
      'profile_views',
      'profile_listings',
      'mailing_recipients',
      'vacancy_descriptions',
      'messages',
      'message_events',
    ]);
    for (const { name, rows } of archive.manifest.tables) {
      if (inPart.has(name)) continue;
      const [counted] = await here.sql<{ count: number }>(
        `select count(*)::int as count from ${name} where ${name === 'companies' ? 'id' : 'company_id'} = $1`,
        [companyId],
      );
      expect([name, rows]).toEqual([name, counted?.count]);
    }
    const [own] = await here.sql<{ count: number }>(
      `select count(*)::int as count from profiles where company_id = $1 or id in (select profile_id from candidates where company_id = $1)`,
      [companyId],
    );
    expect(archive.rows('profiles').length).toBeGreaterThanOrEqual(own?.count ?? 0);
  });

  it('[OPS-006] has no row of another company, and no closed contact', () => {
    for (const [name, content] of archive.entries)
      expect([name, content.includes(canary), content.includes('closed-contact')]).toEqual([name, false, false]);
  });

  it('[OPS-006] has no secret', async () => {
    const secrets = await here.sql<{ secret: string }>(`
      select password_hash as secret from users where password_hash is not null
      union select secret from mailboxes where secret <> '' union select session from telegram_accounts where session <> ''
      union select encode(token_hash, 'hex') from sessions union select encode(token_hash, 'hex') from api_tokens
      union select encode(token_hash, 'hex') from profile_links union select sealed_secret from authenticators where sealed_secret is not null`);
    expect(secrets.length).toBeGreaterThan(5);
    const text = Buffer.concat([...archive.entries.values()]);
    expect(secrets.filter(({ secret }) => text.includes(secret))).toEqual([]);
  });

  it('[OPS-006] is written to the event log when it is downloaded', async () => {
    const entries = await here.sql(
      `select target_id::int from audit_entries where company_id = $1 and kind = 'exported' and target_kind = 'company'`,
      [companyId],
    );
    expect(entries).toEqual([{ target_id: companyId }]);
  });
});

it('[OPS-006] a company has one export at a time, which other roles and companies do not reach', async () => {
  const recruiter = await here.signIn(await here.addUser(companyId, 'worker'));
  expect(await recruiter.post(exportsPath)).toMatchObject({ status: 403 });
  const foreign = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
  const { exports } = (await admin.get(exportsPath)).body as { exports: { id: number }[] };
  expect((await foreign.get(`${exportsPath}${exports[0]?.id}/file/`)).status).toBe(404);
  expect((await foreign.get(exportsPath)).body).toEqual({ exports: [] });
  await here.sql(`insert into company_exports (company_id, state, created_at) values ($1, 'running', now())`, [companyId]);
  expect(await admin.post(exportsPath)).toMatchObject({ status: 409, body: { code: 'company_export_runs' } });
  await here.sql(`update company_exports set created_at = $1 where state = 'running'`, [
    new Date(here.clock.now().getTime() - 2 * 86_400_000),
  ]);
  await here.sql(`select graphile_worker.add_job('delete_expired_company_exports', '{}')`);
  await here.application.idle();
  expect((await admin.get(exportsPath)).body.exports[0]).toMatchObject({ state: 'failed', failure: 'unexpected' });
});

it('[OPS-006] an export is deleted after three days', async () => {
  const { exports } = (await admin.get(exportsPath)).body as { exports: { id: number; state: string }[] };
  const id = exports.find(({ state }) => state === 'done')?.id ?? 0;
  expect((await downloadExport(admin, id)).length).toBe(archive.bytes.length);
  here.clock.advance(3 * 86_400_000 + 1000);
  await here.sql(`select graphile_worker.add_job('delete_expired_company_exports', '{}')`);
  await here.application.idle();
  const again = await signInDemoAdmin(here);
  expect((await again.get(`${exportsPath}${id}/file/`)).status).toBe(404);
  expect((await again.get(exportsPath)).body).toMatchObject({ exports: [{ state: 'failed' }, { id, state: 'expired' }] });
  expect(await here.sql('select from company_exports where store_key is not null')).toEqual([]);
});
