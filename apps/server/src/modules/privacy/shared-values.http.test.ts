import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProfileInput } from '@headwater/contract/profile-data';
import { localFiles } from '#platform/files/local.ts';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { poll } from '../../../test/settled.ts';
import { importFiles } from '../profiles/import/import-files.ts';

const here = useInstallation();
const temporary = mkdtempSync(join(tmpdir(), 'headwater-erased-'));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

let company = 0;
let admin: Caller;
let tasks: { stop(): Promise<void> };
beforeAll(async () => {
  company = await here.addCompany();
  admin = await here.signIn(await here.addUser(company, 'admin'));
  await here.application.search.start();
  tasks = await here.application.startSearchTasks();
});

afterAll(() => tasks.stop());

const email = (value: string) => ({ type: 'email' as const, value, source: 'resume' as const });
const link = (url: string) => ({ url, domain: new URL(url).hostname });

const erased = {
  first_name: 'Jane',
  last_name: 'Quirkova',
  contacts: [
    email('jane.quirkova@gmail.com'),
    email('none@none.com'),
    email('hr@acme.test'),
    email('both@acme.test'),
    { type: 'telegram', value: 'https://t.me/jane_quirkova', source: 'resume' },
  ],
  links: [
    'https://ru.linkedin.com/in/quirkova?trk=x',
    'https://acme.test/team',
    'https://www.behance.net/',
    'https://acme.test/projects/rocket',
    'https://pages.test/quirkova',
  ].map(link),
};
const namesake = (contacts: object[], links: string[] = [], last = 'Other') => ({
  first_name: 'Some',
  last_name: last,
  contacts,
  links: links.map(link),
});

/** People with shared values only. */
const others = [
  namesake([email('none@none.com')]),
  namesake([email('hr@acme.test')]),
  namesake([email('both@acme.test')]),
  namesake([], ['https://acme.test/team']),
  namesake([], ['https://www.behance.net/']),
  namesake([], ['https://acme.test/projects/rocket/']),
  namesake([], ['https://www.linkedin.com/in/quirkova-2']),
];
/** The erased person, by one value each. */
const same = [
  namesake([email('JaneQuirkova+new@googlemail.com')]),
  namesake([{ type: 'telegram', value: '@Jane_Quirkova', source: 'resume' }]),
  namesake([], ['https://www.linkedin.com/in/quirkova/en']),
  namesake([], ['http://pages.test/quirkova/']),
  namesake([email('hr@acme.test')], [], 'Quirkova'),
  namesake([], ['https://acme.test/projects/rocket'], 'Quirkova'),
];

let files = 0;

async function importPeople(people: readonly object[]): Promise<{ screen: string; lines: number[] }> {
  const file = join(temporary, `people-${(files += 1)}.jsonl`);
  writeFileSync(file, people.map((one) => `${JSON.stringify(one)}\n`).join(''));
  let screen = '';
  const { database } = here.application;
  const result = await importFiles({
    database,
    clock: here.clock,
    signing: here.signing,
    store: localFiles(here.filesFolder),
    screen: { write: (text) => (screen += text) },
    files: [file],
    company,
    dataDir: temporary,
  });
  const lines = result.errorFiles
    .flatMap((path) => readFileSync(path, 'utf8').trim().split('\n'))
    .map((line) => (JSON.parse(line) as { line: number }).line);
  return { screen, lines };
}

it('[DEC-14] an erasure rejects the person by personal values and keeps other people with shared values', async () => {
  await importPeople([erased, namesake([email('both@acme.test')], [], 'Holder')]);
  const [row] = await here.sql<{ id: number }>("select id from profiles where data ->> 'last_name' = 'Quirkova'");
  expect((await admin.post(`/api/v6/profiles/${row?.id ?? 0}/erasure/`)).status).toBe(200);
  await poll(async () => (await admin.get('/api/v6/erasures/')).body.erasures[0]?.stage).toBe('done');

  const welcome = await importPeople(others);
  expect(welcome.screen).toContain(`${others.length} imported, 0 failed`);
  expect(welcome.lines).toEqual([]);
  const mixed = await importPeople([...same, namesake([email('new@acme.test')])]);
  expect(mixed.screen).toContain(`1 imported, ${same.length} skipped (erased on request), 0 failed`);
  expect(mixed.lines).toEqual(same.map((_one, index) => index + 1));

  for (const person of same) {
    const { status } = await admin.post('/api/v6/profiles/create/', person as Partial<ProfileInput>);
    expect(status).toBe(409);
  }

  // Their own address identifies them together with the name, although another profile has it too.
  const again = await importPeople([namesake([email('both@acme.test')], [], 'Quirkova')]);
  expect(again.screen).toContain('0 imported, 1 skipped (erased on request), 0 failed');
});
