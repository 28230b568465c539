import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportOwnCompany, type ReadArchive } from '../../../../test/export-fixtures.ts';
import { importInto } from '../../../../test/import-fixtures.ts';
import { useInstallation } from '../../../../test/installation.ts';
import { upload } from '../../../../test/upload.ts';
import { fillVacancy } from '../../../../test/vacancy-fixtures.ts';
import type { CompanyManifest } from '../manifest.ts';

const here = useInstallation();
const folder = mkdtempSync(join(tmpdir(), 'headwater-import-'));
let archive: ReadArchive;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  const companyId = await here.addCompany({ name: 'Moving' });
  const user = await here.addUser(companyId, 'admin');
  const admin = await here.signIn(user);
  await fillVacancy(here, admin, { profiles: 3 });
  await upload(admin, { filename: 'notes.txt', bytes: 'Notes about a person' });
  worker = await here.application.startWorker();
  archive = await exportOwnCompany(here, admin);
}, 120_000);
afterAll(async () => {
  await worker.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Entries = Map<string, Buffer>;

function pack(entries: Entries): Uint8Array {
  return zipSync(Object.fromEntries([...entries].map(([name, content]) => [name, new Uint8Array(content)])), { level: 1 });
}

const copy = () => new Map(archive.entries);
const changeManifest = (entries: Entries, change: (manifest: CompanyManifest) => void): void => {
  const manifest = JSON.parse(entries.get('manifest.json')?.toString() ?? '') as CompanyManifest;
  change(manifest);
  entries.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
};

/** Replaces a table and its checksum, as someone who edits an export. */
function withTable(table: string, content: string | Buffer): Entries {
  const entries = copy();
  const bytes = Buffer.from(content);
  entries.set(`${table}.ndjson`, bytes);
  changeManifest(entries, ({ tables }) =>
    Object.assign(tables.find(({ name }) => name === table) ?? {}, {
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    }),
  );
  return entries;
}

function withRow(table: string, at: number, change: (row: Record<string, unknown>) => void): Entries {
  const rows = archive.rows(table);
  change(rows[at] ?? {});
  return withTable(table, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

function without(name: string): Entries {
  const entries = copy();
  entries.delete(name);
  return entries;
}

function withManifest(change: (manifest: CompanyManifest) => void): Entries {
  const entries = copy();
  changeManifest(entries, change);
  return entries;
}

const nameOfFile = () => [...archive.entries.keys()].find((name) => name.startsWith('files/')) ?? '';
const rawLine = (table: string, line: string) => withTable(table, `${line}\n`);

const hostile: [string, () => Uint8Array, RegExp][] = [
  ['a file that is no ZIP', () => Buffer.from('a company'), /it is no ZIP/],
  ['a truncated file', () => archive.bytes.subarray(0, archive.bytes.length - 3000), /it is no ZIP, or its end is missing/],
  ['an archive without its manifest', () => pack(without('manifest.json')), /manifest\.json is missing/],
  [
    'an archive of another format',
    () => pack(withManifest((manifest) => Object.assign(manifest, { format: 'headwater-company-2' }))),
    /format is headwater-company-2/,
  ],
  [
    'an archive of another release',
    () => pack(withManifest((manifest) => Object.assign(manifest, { migration: '0001_accounts.sql' }))),
    /need the same release/,
  ],
  ['a missing table', () => pack(without('candidates.ndjson')), /candidates\.ndjson is missing/],
  ['a path outside', () => pack(new Map([...copy(), ['../../evil', Buffer.from('x')]])), /an entry with the name "\.\.\/\.\.\/evil"/],
  ['an unpacked size without end', () => pack(withTable('tags', Buffer.alloc(120_000_000))), /unpacks to more than an export can have/],
  ['a line without end', () => pack(withTable('tags', Buffer.alloc(40_000_000, 'x'))), /line 1 of tags\.ndjson is longer than 32 MB/],
  ['a changed table', () => pack(new Map([...copy(), ['tags.ndjson', Buffer.from('{}\n')]])), /tags\.ndjson/],
  ['a line that is no JSON', () => pack(rawLine('tags', '{"id": 1')), /line 1 of tags\.ndjson is not JSON/],
  [
    'an unknown field',
    () => pack(withRow('candidates', 1, (row) => Object.assign(row, { company_id: 1 }))),
    /line 2 of candidates\.ndjson has the unknown field "company_id"/,
  ],
  [
    'a value of another type',
    () => pack(withRow('candidates', 2, (row) => Object.assign(row, { profile_id: '7' }))),
    /line 3 of candidates\.ndjson has no valid value in the field "profile_id"/,
  ],
  [
    'a reference to nothing',
    () => pack(withRow('candidates', 1, (row) => Object.assign(row, { profile_id: 99_999 }))),
    /line 2 of candidates\.ndjson names nothing in the export in the field "profile_id"/,
  ],
  [
    'a value that a table refuses',
    () => pack(withRow('vacancies', 0, (row) => Object.assign(row, { status: 'lost' }))),
    /line 1 of vacancies\.ndjson is refused/,
  ],
  [
    'an id that occurs twice',
    () => pack(withRow('candidates', 1, (row) => Object.assign(row, { id: archive.rows('candidates')[0]?.['id'] }))),
    /line 2 of candidates\.ndjson repeats an id/,
  ],
  [
    'a NUL character',
    () => pack(withRow('vacancies', 0, (row) => Object.assign(row, { name: 'a\u0000b' }))),
    /line 1 of vacancies\.ndjson has a NUL character/,
  ],
  ['a changed file', () => pack(new Map([...copy(), [nameOfFile(), Buffer.from('Other notes')]])), /notes\.txt is not as it was written/],
];

const stateOf = async () => ({
  companies: await here.sql('select id from companies order by id'),
  files: readdirSync(here.filesFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length,
});

it.each(hostile)('[OPS-006] refuses %s, and leaves nothing behind', async (_name, make, sentence) => {
  const path = join(folder, 'hostile.zip');
  writeFileSync(path, make());
  const before = await stateOf();
  await expect(importInto(here, path)).rejects.toThrow(sentence);
  expect(await stateOf()).toEqual(before);
});

it('[OPS-006] grants no staff rights', async () => {
  const path = join(folder, 'staff.zip');
  writeFileSync(path, pack(withRow('users', 0, (row) => Object.assign(row, { role: 'super_user', email: 'somebody.else@example.test' }))));
  const { companyId } = await importInto(here, path);
  expect(await here.sql('select role, holds_staff_rights from users where company_id = $1 and role <> $2', [companyId, 'worker'])).toEqual([
    { role: 'admin', holds_staff_rights: false },
  ]);
  expect(await here.sql('select from candidates where company_id = $1', [companyId])).toHaveLength(3);
});
