// Each gate finds the mistake that it is there for: it is shown the checkout with that mistake in it.
import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../prepare/command.mjs';
import { checkEventTopics } from './event-topics.mjs';
import { cruise } from './directions.mjs';
import { checkImage } from './image.mjs';
import { checkModuleCycles } from './module-cycles.mjs';
import { checkModuleDiagram } from './module-diagram.mjs';
import { checkNouns } from './nouns.mjs';
import { checkReplacedNames } from './replaced-names.mjs';
import { checkReplacedWords } from './replaced-words.mjs';
import { checkSettings } from './settings.mjs';
import { checkSingleReaders } from './single-readers.mjs';
import { checkTableTypes } from './table-types.mjs';
import { checkTableWriters } from './table-writers.mjs';
import { checkTextTypes } from './text-types.mjs';
import { checkTexts } from './texts.mjs';
import { checkout } from './tree.mjs';

const server = 'apps/server/src';

/** The checkout with files put into it, or in place of others. */
const withFiles = (files: Record<string, string>) => ({
  list: (path: string): string[] => {
    const planted = Object.keys(files).filter((file) => file === path || file.startsWith(`${path}/`));
    return [...new Set([...checkout.list(path), ...planted])];
  },
  read: (path: string): string => files[path] ?? checkout.read(path),
  has: (path: string): boolean => path in files || checkout.has(path),
});

/** The checkout with one text of a file replaced by another one. */
function withChange(file: string, from: string, to: string) {
  const text = checkout.read(file);
  expect(text).toContain(from);
  return withFiles({ [file]: text.replace(from, to) });
}

describe('each table is written by one module', () => {
  it('is seen where another module writes it by the query builder or in SQL', () => {
    const files = {
      [`${server}/modules/tags/builder.ts`]: "export const write = (tx) => tx.insertInto('mailings').values(rows).execute();",
      [`${server}/modules/audit/raw.ts`]: 'export const write = (tx) => sql`update mailing_steps set name = 1`.execute(tx);',
    };
    expect(checkTableWriters(withFiles(files))).toEqual([
      expect.stringMatching(/^mailing_steps is written by .*audit/),
      expect.stringMatching(/^mailings is written by .*tags/),
    ]);
  });

  it('is seen where the state of messages is written past its transitions', () => {
    const file = `${server}/modules/messaging/messages/store/other.ts`;
    expect(checkTableWriters(withFiles({ [file]: "tx.updateTable('messages').set({ state: 'sent' })" }))).toEqual([
      expect.stringContaining(`${file} writes messages: only`),
    ]);
  });

  it('is seen where the name of the table does not stand there', () => {
    const file = `${server}/modules/tags/store.ts`;
    expect(checkTableWriters(withFiles({ [file]: 'tx.insertInto(table).values(rows)' }))).toEqual([
      `${file} writes a table whose name does not stand there`,
    ]);
  });
});

describe('the columns of a table are declared once', () => {
  it('is seen where another module declares them again', () => {
    const file = `${server}/modules/vacancies/user-tables.ts`;
    const wrong = checkTableTypes(withFiles({ [file]: 'export interface UserTables { users: { id: number } }' }));
    expect(wrong).toEqual([
      `${file} declares users: only accounts does`,
      `users is declared in ${server}/modules/accounts/tables.ts and ${file}`,
    ]);
  });

  it('is seen where they are written down in place', () => {
    const file = `${server}/modules/tags/names-store.ts`;
    expect(
      checkTableTypes(
        withFiles({ [file]: 'type NoTables = Record<string, never>; const names = (tx) => tx.withTables<{ users: { id: number } }>();' }),
      ),
    ).toEqual(expect.arrayContaining([expect.stringContaining('writes tables down in place')]));
  });
});

it('sees a cycle between modules of the server', () => {
  const files = {
    [`${server}/modules/tags/one.ts`]: "import { other } from '#modules/audit/public.ts';",
    [`${server}/modules/audit/two.ts`]: "import { other } from '#modules/tags/public.ts';",
  };
  expect(checkModuleCycles(withFiles(files)).join('\n')).toMatch(/tags -> .*audit|audit -> .*tags/);
  expect(checkModuleDiagram(withFiles(files))).toEqual([expect.stringContaining('npm run diagram')]);
});

describe('every topic of events is published and mapped', () => {
  const contract = 'packages/contract/src/events.ts';

  it('is seen where a new topic has neither', () => {
    expect(checkEventTopics(withChange(contract, 'eventTopics = [', "eventTopics = ['weather', "))).toEqual([
      expect.stringContaining('nothing publishes the topic weather'),
      expect.stringContaining('says nothing of the topic weather'),
    ]);
  });

  it('is seen where a topic is mapped no more', () => {
    expect(checkEventTopics(withChange('apps/web/src/lib/stale-queries.ts', '    mailings', '    mailing'))).toEqual([
      expect.stringContaining('says nothing of the topic mailings'),
    ]);
  });
});

describe('replaced words', () => {
  it('are seen in names of files, types and variables, and whole names outside of tests alone', () => {
    const folder = `${server}/modules/tags`;
    const files = {
      [`${folder}/info.ts`]: 'export interface LaunchInfoAsked { id: number }',
      [`${folder}/state.ts`]: 'const isInDoubt = true;',
      [`${folder}/hear.ts`]: 'function hearMail() {}',
      [`${folder}/input.ts`]: 'type Asked = string;',
      [`${folder}/judge-doubt.ts`]: '',
      [`${folder}/input.test.ts`]: 'const asked = 1;',
    };
    const wrong = checkReplacedNames(withFiles(files));
    expect(wrong.map((sentence: string) => sentence.split(' is replaced')[0])).toEqual(
      [
        'info.ts: LaunchInfoAsked',
        'state.ts: isInDoubt',
        'hear.ts: hear',
        'hear.ts: hearMail',
        'input.ts: Asked',
        'judge-doubt.ts: judge-doubt',
      ].map((end) => `${folder}/${end}`),
    );
  });

  it('are seen in texts of the interface and of the server', () => {
    const [en, ru] = ['apps/web/src/features/tags/texts/en.json', `${server}/modules/tags/texts/ru.json`];
    expect(checkReplacedWords(withFiles({ [en]: '{"a":"Send letters"}', [ru]: '{"a":"Взгляните сюда"}' }))).toEqual([
      expect.stringContaining('message'),
      expect.stringContaining('Требует внимания'),
    ]);
  });
});

describe('texts', () => {
  it('of the server are the same in both languages, with all plural forms and parts, and used', () => {
    const modules = `${server}/modules`;
    const folder = (name: string, en: object, ru: object) => ({
      [`${modules}/${name}/texts/en.json`]: JSON.stringify(en),
      [`${modules}/${name}/texts/ru.json`]: JSON.stringify(ru),
    });
    const english = { rows_one: '{{count}} row', rows_other: '{{count}} rows' };
    const russian = {
      rows_one: '{{count}} строка',
      rows_few: '{{count}} строки',
      rows_many: '{{count}} строк',
      rows_other: '{{count}} строки',
    };
    const files = {
      [`${modules}/tags/say.ts`]: "say('rows'); say('name');",
      ...folder('right', english, russian),
      ...folder('forms', english, { rows_one: '{{count}}', rows_other: '{{count}}' }),
      ...folder('missing', { name: 'Name' }, {}),
      ...folder('parts', { name: '{{title}}' }, { name: 'Имя' }),
      ...folder('unused', { nobody_says_it: 'a' }, { nobody_says_it: 'б' }),
    };
    expect(checkTexts(withFiles(files))).toEqual([
      `${modules}/forms/texts/ru.json: "rows" lacks the plural forms few, many`,
      `${modules}/missing/texts: "name" is in en.json only`,
      `${modules}/parts/texts: "name" names {{title}} in en.json only`,
      `${modules}/unused/texts: nothing uses "nobody_says_it"`,
    ]);
  });

  it('of a new folder of the web app are typed', () => {
    expect(checkTextTypes(withFiles({ 'apps/web/src/features/weather/texts/en.json': '{}' }))).toEqual([
      expect.stringContaining('npm run texts'),
    ]);
  });
});

it('sees a noun of the contract that the table of nouns does not name, and one that is answered elsewhere', () => {
  const page = 'docs/ARCHITECTURE.md';
  const row = checkout.read(page).match(/^\| `tags` .*$/m)?.[0] ?? '';
  expect(checkNouns(withChange(page, `${row}\n`, ''))).toEqual([expect.stringContaining('tags of the contract has no row in Nouns')]);
  expect(checkNouns(withChange(page, row, row.replace('| `tags` | `tags` |', '| `tags` | `jobs` |')))).not.toEqual([]);
});

it('sees what only one file may do, and a workspace that the image lacks', () => {
  expect(
    checkSingleReaders(withFiles({ [`${server}/modules/tags/now.ts`]: 'const now = Date.now();\nconst home = process.env.HOME;' })),
  ).toHaveLength(2);
  expect(checkImage(withChange('Dockerfile', 'COPY apps/web/package.json apps/web/\n', ''))).toEqual([expect.stringContaining('apps/web')]);
});

/** A checkout of these files alone, with the real rules. */
function checkoutOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'gates-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

it('sees a setting that is not documented, not shown, or not there', () => {
  expect(checkSettings()).toEqual([]);
  const port = '  HEADWATER_PORT: z';
  expect(checkSettings(withChange(`${server}/env.ts`, port, `  HEADWATER_COLOR: z.string(),\n${port}`))).toEqual([
    'docs/OPERATIONS.md: HEADWATER_COLOR has no row in Settings',
    'deploy/headwater.env.example: does not name HEADWATER_COLOR',
  ]);
  expect(checkSettings(withChange('Dockerfile', 'HEADWATER_DEMO=off', 'HEADWATER_DEMOS=off'))).toEqual([
    'Dockerfile: there is no setting HEADWATER_DEMOS',
  ]);
});

describe('directions of imports', () => {
  it('has no cycle of files, and features do not meet', async () => {
    const [tags, jobs] = ['apps/web/src/features/tags', 'apps/web/src/features/jobs'];
    const { code, output } = await cruise({
      cwd: checkoutOf({
        [`${tags}/one.ts`]: "import { two } from './two.ts';\nexport const one = () => two;",
        [`${tags}/two.ts`]: "import { one } from './one.ts';\nexport const two = () => one;",
        [`${tags}/other.ts`]: "import { job } from '../jobs/job.ts';\nexport const other = job;",
        [`${jobs}/job.ts`]: 'export const job = 1;',
      }),
      folders: ['apps/web/src'],
      fewest: 1,
    });
    expect(code).not.toBe(0);
    expect(output).toContain('no-cycles');
    expect(output).toContain('features-do-not-meet');
  });

  it('of modules go through their public file, and no module wires itself', async () => {
    const { code, output } = await cruise({
      cwd: checkoutOf({
        [`${server}/modules/tags/store.ts`]: 'export const tags = 1;',
        [`${server}/modules/jobs/routes.ts`]:
          "import { tags } from '../tags/store.ts';\nimport { app } from '../../app.ts';\nexport const routes = [tags, app];",
        [`${server}/app.ts`]: 'export const app = 1;',
      }),
      folders: [server],
      fewest: 1,
    });
    expect(code).not.toBe(0);
    expect(output).toContain('modules-meet-at-the-public-door');
    expect(output).toContain('modules-do-not-wire');
  });
});
