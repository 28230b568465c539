import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportOwnCompany, exportsPath, readArchive, type ReadArchive, signInDemoAdmin } from '../../../../test/export-fixtures.ts';
import { run } from '../../../../test/backup-fixtures.ts';
import { exportCompany } from '../../../commands/export-company.ts';
import { importCompanyFile } from '../../../commands/import-company.ts';
import { importInto } from '../../../../test/import-fixtures.ts';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { until } from '../../../../test/settled.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';
import { createReleaseDatabase } from '../../../../test/releases/database.ts';
import { rowsOfCompany } from '../../../../test/foreign-rows.ts';
import type { ImportReport } from './import-company.ts';

const source = useInstallation({}, undefined, createReleaseDatabase);
const target = useInstallation();
const folder = mkdtempSync(join(tmpdir(), 'headwater-import-'));
const path = join(folder, 'company.zip');
const suppressionsPath = '/api/v6/messaging/suppressions/';
const takenAddress = 'recruiter@demo.headwater.test';

let workers: { stop(): Promise<void> }[] = [];
let archive: ReadArchive;
let other: number;
let otherRows: string[];
let report: ImportReport;
let admin: Caller;
let again: ReadArchive;

const erased = { type: 'email' as const, value: 'vera.quirkova@gmail.com' };

/** Only hashes of the person and of the suppressed address remain. */
async function eraseSomebody(owner: Caller, first = 'Vera', last = 'Quirkova'): Promise<void> {
  const companyId = (await owner.get('/api/v6/company/')).body.company_id as number;
  const [id] = await addProfiles(source, 1, {
    companyId,
    input: { first_name: first, last_name: last, contacts: first === 'Vera' ? [erased] : [] },
  });
  expect((await owner.post(`/api/v6/profiles/${id}/erasure/`)).status).toBe(200);
  await until(async () => expect((await owner.get(`/api/internal/profiles/${id}/`)).status).toBe(410), { timeout: 60_000 });
}

async function suppressSomebody(admin: Caller): Promise<void> {
  const answer = await admin.post(suppressionsPath, { addresses: `Never.Again@example.test, ${erased.value}`, note: 'asked by phone' });
  if (answer.status !== 200 && answer.status !== 201)
    throw new Error(`the suppression answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}

beforeAll(async () => {
  await source.application.search.start();
  workers = [await source.application.startWorker(), await source.application.startSearchTasks(), await target.application.startWorker()];
  // The key of the kept release was sealed elsewhere.
  await source.sql(`delete from installation where key = 'signing'`);
  // A kept release has no values of sequences.
  await source.sql(`select setval(pg_get_serial_sequence('search_changes', 'version'), max(version)) from search_changes`);
  const owner = await signInDemoAdmin(source);
  await suppressSomebody(owner);
  await eraseSomebody(owner);
  const { company_id: exported } = (await owner.get('/api/v6/company/')).body as { company_id: number };
  // The first attempt may have arrived.
  await source.sql(
    `update messages set state = 'planned', resent = true, send_at = '2099-01-01'
     where id = (select max(id) from messages where company_id = $1 and state = 'sent' and recipient_id is not null)`,
    [exported],
  );
  archive = await exportOwnCompany(source, owner);
  writeFileSync(path, archive.bytes);
  other = await target.addCompany({ name: 'Other' });
  await target.addUser(other, 'admin', { email: takenAddress });
  otherRows = await rowsOfCompany(target, other);
  report = await importInto(target, path);
  admin = await target.signIn(await target.addUser(report.companyId, 'admin'));
  again = await exportOwnCompany(target, admin);
}, 240_000);
afterAll(async () => {
  for (const worker of workers) await worker.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Row = Record<string, unknown>;

/** New id of each id, by table: both exports are in the order of their ids. */
function idsOf(before: ReadArchive, after: ReadArchive): Map<string, Map<unknown, unknown>> {
  return new Map(
    before.manifest.tables.map(({ name }) => {
      const rows = after.rows(name);
      return [name, new Map(before.rows(name).map((row, at) => [row['id'], rows[at]?.['id']]))];
    }),
  );
}

function referencesOf(read: ReadArchive, table: string): [string, string | Record<string, string>][] {
  const { properties } = JSON.parse(read.entries.get(`schema/${table}.json`)?.toString() ?? '') as { properties: Record<string, object> };
  return Object.entries(properties).flatMap(([name, type]) => {
    const found = type as { 'x-references'?: string; anyOf?: { 'x-references'?: string }[] };
    const reference = found['x-references'] ?? found.anyOf?.[0]?.['x-references'];
    return reference ? [[name, reference] as [string, string | Record<string, string>]] : [];
  });
}

const kinds: Readonly<Record<string, string>> = { attached_id: 'attached_to' };

/** The row as it has to be after the import. */
function moved(row: Row, ids: ReturnType<typeof idsOf>, references: ReturnType<typeof referencesOf>): Row {
  const changed: Row = { ...row };
  for (const [column, reference] of references) {
    const table = typeof reference === 'string' ? reference : (reference[String(row[kinds[column] ?? ''])] ?? '');
    const value = row[column];
    const one = (id: unknown) => (id === null ? null : ids.get(table)?.get(id));
    changed[column] = Array.isArray(value) ? value.map(one) : one(value);
  }
  return changed;
}

/** Columns that an import changes on purpose. */
const changedColumns: Readonly<Record<string, readonly string[]>> = {
  users: ['role', 'is_activated'],
  suppressions: ['address_hash'],
  mailings: ['status', 'stop_reason', 'updated_at'],
  mailing_recipients: ['must_check_sent'],
  messages: ['state', 'file_state', 'position'],
};

describe('an imported company', () => {
  it('[OPS-006] has every row of the exported one under new ids, and each reference leads to the same row', () => {
    const ids = idsOf(archive, again);
    for (const { name, rows } of archive.manifest.tables) {
      const references = referencesOf(archive, name);
      const without = (row: Row) =>
        Object.fromEntries(Object.entries(row).filter(([column]) => column !== 'id' && !changedColumns[name]?.includes(column)));
      const expected = archive.rows(name).map((row) => without(moved(row, ids, references)));
      const found = again.rows(name).slice(0, rows).map(without);
      expect([name, found]).toEqual([name, expected]);
      expect(again.rows(name).length - rows).toBe(name === 'users' ? 1 : 0);
    }
    expect(report.rows).toBe(archive.manifest.tables.reduce((sum, { rows }) => sum + rows, 0));
  });

  it('[OPS-006] leaves the other company as it was', async () => {
    expect(await rowsOfCompany(target, other)).toEqual(otherRows);
  });

  it('[OPS-006] reports addresses that have an account, and lets their users not sign in', async () => {
    expect(report.takenAddresses).toEqual([takenAddress]);
    const rows = await target.sql(
      'select is_address_pending, is_activated, password_hash, holds_staff_rights from users where company_id = $1 and email = $2',
      [report.companyId, takenAddress],
    );
    expect(rows).toEqual([{ is_address_pending: true, is_activated: false, password_hash: null, holds_staff_rights: false }]);
  });

  it('[OPS-006] sends nothing: mailings are stopped, mailboxes disconnected, SIM cards signed out', async () => {
    expect(await target.sql(`select from mailings where company_id = $1 and status in ('pending', 'sending')`, [report.companyId])).toEqual(
      [],
    );
    expect(
      await target.sql(`select from messages where company_id = $1 and state in ('planned', 'claimed', 'handed_over')`, [report.companyId]),
    ).toEqual([]);
    expect(await target.sql(`select state from messages where company_id = $1 and resent`, [report.companyId])).toEqual([
      { state: 'unknown' },
    ]);
    expect(
      await target.sql(`select from mailing_recipients where company_id = $1 and launched_at is not null and not must_check_sent`, [
        report.companyId,
      ]),
    ).toEqual([]);
    expect(
      await target.sql(`select from mailboxes where company_id = $1 and (state <> 'disconnected' or secret <> '')`, [report.companyId]),
    ).toEqual([]);
    expect(
      await target.sql(`select from telegram_accounts where company_id = $1 and (state <> 'signed_out' or session <> '')`, [
        report.companyId,
      ]),
    ).toEqual([]);
  });

  it('[OPS-006] keeps suppressed addresses suppressed', async () => {
    const { status, body } = await admin.get(`${suppressionsPath}check/?email=never.again@EXAMPLE.test`);
    expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining('manual')]);
  });

  it('[OPS-006] knows people and addresses that were erased in the former installation', async () => {
    target.clock.advance(61_000);
    await until(async () =>
      expect((await admin.get(`${suppressionsPath}check/?email=${erased.value}`)).body).toMatchObject({ is_suppressed: true }),
    );
    expect(archive.rows('suppressions').filter(({ address }) => address === null).length).toBeGreaterThan(0);
    const person = again.rows('profiles')[0]?.['id'];
    expect(await admin.post(`/api/v6/profiles/${person}/contacts/`, erased)).toMatchObject({
      status: 409,
      body: { code: 'person_erased' },
    });
    const { manifest } = await exportOwnCompany(target, admin);
    expect(manifest.former_fingerprint_keys).toEqual([
      { company_id: archive.manifest.company.id, keys: archive.manifest.fingerprint_keys },
    ]);
    expect(manifest.fingerprint_keys).not.toEqual(archive.manifest.fingerprint_keys);
  });

  it('[OPS-006] does not repeat actions of the past in the event log', async () => {
    const kindsOf = await target.sql<{ kind: string }>(
      'select distinct kind from audit_entries where company_id = $1 and user_id is null',
      [report.companyId],
    );
    expect(kindsOf.map(({ kind }) => kind).toSorted()).toEqual(['company_created', 'user_created']);
  });

  it('[OPS-006] is found by the search', async () => {
    await target.application.search.start();
    const { body } = await admin.get('/api/v6/profiles/');
    const found = (body.profiles as { id: number }[]).map(({ id }) => id);
    const own = new Set(again.rows('profiles').map(({ id }) => id));
    expect([found.length > 0, found.filter((id) => !own.has(id))]).toEqual([true, []]);
  });
});

it('[OPS-006] is imported once into an installation', async () => {
  await expect(importInto(target, path)).rejects.toThrow(/line \d+ of \w+\.ndjson has a value that is there already/);
  expect(await target.sql(`select from companies where name = $1`, [archive.manifest.company.name])).toHaveLength(1);
});

const settingsOf = ({ databaseUrl, filesFolder }: typeof source) => ({
  DATABASE_URL: databaseUrl,
  HEADWATER_DATA_DIR: dirname(filesFolder),
});

describe('the commands', () => {
  it('[OPS-006] export a company by its number, and say what is wrong with an import', async () => {
    const written = join(folder, 'written.zip');
    const { id } = archive.manifest.company;
    expect(await run(exportCompany, settingsOf(source), String(id), written)).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^Exporting .+\nExported \d+ rows and \d+ files/),
    });
    expect(readArchive(readFileSync(written)).manifest.tables.map(({ name, rows }) => [name, rows])).toEqual(
      archive.manifest.tables.map(({ name, rows }) => [name, rows]),
    );
    expect(await run(exportCompany, settingsOf(source), '987654', join(folder, 'none.zip'))).toMatchObject({
      code: 1,
      said: expect.stringContaining('There is no company 987654'),
    });
    expect(await run(importCompanyFile, settingsOf(target), written)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^The export cannot be imported: line \d+ of \w+\.ndjson/),
    });
  });
});

it('[OPS-006] [DEC-14] an erasure ends the waiting exports of the company', { timeout: 120_000 }, async () => {
  const owner = await signInDemoAdmin(source);
  const { exports } = (await owner.get(exportsPath)).body as { exports: { id: number; state: string }[] };
  expect(exports[0]?.state).toBe('done');
  await eraseSomebody(owner, 'Ada', 'Ephemerova');
  expect((await owner.get(`${exportsPath}${exports[0]?.id}/file/`)).status).toBe(404);
  expect((await owner.get(exportsPath)).body.exports[0]).toMatchObject({ state: 'expired' });
});
