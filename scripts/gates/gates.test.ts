// Plants a violation of each rule and expects its gate to report it.
import { cpSync, mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import config from '../../.dependency-cruiser.mjs';
import { root, runPackage } from '../prepare/command.mjs';
import { cruise } from './directions.mjs';
import { checkGenerated } from './generated.mjs';
import { checkSettings } from './settings.mjs';
import { checkTableTypes } from './table-types.mjs';
import { checkTableWriters } from './table-writers.mjs';
import { checkTexts } from './texts.mjs';
import { checkout } from './tree.mjs';

const server = 'apps/server/src';
const web = 'apps/web/src';

const withFiles = (files: Record<string, string>) => ({
  list: (path: string): string[] => {
    const planted = Object.keys(files).filter((file) => file === path || file.startsWith(`${path}/`));
    return [...new Set([...checkout.list(path), ...planted])];
  },
  read: (path: string): string => files[path] ?? checkout.read(path),
  has: (path: string): boolean => path in files || checkout.has(path),
});

function withChange(file: string, from: string, to: string) {
  const text = checkout.read(file);
  expect(text).toContain(from);
  return withFiles({ [file]: text.replace(from, to) });
}

/** Creates a folder with these files, the checkout's configurations and its packages. */
function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'gates-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'scripts'));
  for (const path of ['.oxlintrc.json', 'scripts/lint-plugin.mjs']) cpSync(join(root, path), join(folder, path));
  return folder;
}

const isFile = (path: string) => path.includes('/') && !path.startsWith('.');
const isOfFolders = (rule: string) => config.forbidden.find(({ name }) => name === rule)?.scope === 'folder';

describe('directions', () => {
  /** A file that breaks each rule, and its forbidden import. */
  const imports: Record<string, readonly [from: string, to: string]> = {
    'no-cycles': [`${web}/features/tags/one.ts`, `${web}/features/tags/two.ts`],
    'everything-resolves': [`${server}/platform/lost.ts`, './nowhere.ts'],
    'no-cycles-in-the-app': [`${web}/app/one/a.ts`, `${web}/app/two/b.ts`],
    'no-cycles-of-modules': [`${server}/modules/statuses/public.ts`, `${server}/modules/companies/public.ts`],
    'domain-depends-on-nothing': ['packages/domain/src/rule.ts', 'zod'],
    'contract-depends-on-domain': ['packages/contract/src/noun.ts', 'pg'],
    'reference-stands-alone': ['packages/reference/src/data.ts', 'packages/contract/src/noun.ts'],
    'server-and-web-never-meet': [`${server}/page.ts`, `${web}/lib/page.ts`],
    'web-and-server-never-meet': [`${web}/lib/route.ts`, `${server}/main.ts`],
    'server-knows-no-sandbox': [`${server}/fake.ts`, 'apps/sandbox/src/mail.ts'],
    'sandbox-stands-alone': ['apps/sandbox/src/all.ts', 'packages/domain/src/rule.ts'],
    'platform-knows-no-noun': [`${server}/platform/noun.ts`, `${server}/modules/tags/public.ts`],
    'modules-do-not-wire': [`${server}/modules/tags/wire.ts`, `${server}/app.ts`],
    'modules-meet-at-the-public-door': [`${server}/modules/tags/routes.ts`, `${server}/modules/jobs/store.ts`],
    'integrations-implement-ports': [`${server}/integrations/gmail/store.ts`, `${server}/modules/jobs/store.ts`],
    'integrations-do-not-meet': [`${server}/integrations/gmail/other.ts`, `${server}/integrations/smtp-imap/mail.ts`],
    'only-stores-speak-sql': [`${server}/modules/tags/rename.ts`, 'kysely'],
    'ui-and-lib-are-below-features': [`${web}/ui/Tag.ts`, `${web}/features/jobs/job.ts`],
    'features-are-below-the-app': [`${web}/features/tags/frame.ts`, `${web}/app/frame.ts`],
    'features-do-not-meet': [`${web}/features/tags/job.ts`, `${web}/features/jobs/job.ts`],
    'only-sequences-are-made-of-mailings': [`${web}/features/tags/mailing.ts`, `${web}/features/mailings/mailing.ts`],
  };
  /** The reverse import of each cycle. */
  const back = [
    [`${web}/features/tags/two.ts`, `${web}/features/tags/one.ts`],
    [`${web}/app/two/c.ts`, `${web}/app/one/d.ts`],
    [`${server}/modules/companies/actions/two.ts`, `${server}/modules/statuses/public.ts`],
    [`${server}/modules/companies/other.ts`, `${server}/modules/companies/actions/two.ts`],
  ] as const;

  it('plants a violation of each rule', () => {
    expect(Object.keys(imports).toSorted()).toEqual(config.forbidden.map(({ name }) => name).toSorted());
  });

  it('reports each violation', async () => {
    const all = [...Object.values(imports), ...back];
    const files: Record<string, string> = {};
    for (const [, to] of all) if (isFile(to)) files[to] = 'export {};\n';
    for (const [from, to] of all)
      files[from] = `import '${isFile(to) ? `${'../'.repeat(from.split('/').length - 1)}${to}` : to}';\n${files[from] ?? ''}`;
    const { code, output } = await cruise({ cwd: folderOf(files), folders: ['apps', 'packages'], fewest: 1 });
    expect(code).not.toBe(0);
    const reported = new Set([...output.matchAll(/error ([\w-]+): (\S+)/g)].map(([, rule, file]) => `${rule} ${file}`));
    for (const [rule, [from]] of Object.entries(imports))
      expect([...reported]).toContain(`${rule} ${isOfFolders(rule) ? dirname(from) : from}`);
  });
});

it('lint reports other readers of time, environment and locks, and heavy imports of the web app', async () => {
  const folder = folderOf({
    [`${server}/modules/tags/now.ts`]: 'export const times = [Date.now(), performance.now(), new Date(), new Date(0)];\n',
    [`${server}/modules/tags/home.ts`]: 'export const home = process.env.HOME;\n',
    [`${server}/modules/tags/lock.ts`]: 'export const texts = [`select pg_advisory_xact_lock(1)`, "pg_try_advisory_lock"];\n',
    [`${web}/lib/schema.ts`]:
      "import { tag } from '@headwater/contract/tags';\nimport { text } from '@headwater/contract/catalogue/tags';\nexport const both = [tag, text];\n",
    [`${web}/lib/kind.ts`]: "import { type Tag } from '@headwater/contract/tags';\nexport type Kind = Tag;\n",
    [`${web}/lib/page.ts`]: "import { lazy } from 'react';\nexport const page = lazy;\n",
  });
  const { output } = await runPackage('oxlint/bin/oxlint', ['--format', 'unix', 'apps'], { cwd: folder });
  const reported = output.split('\n').flatMap((line: string) => {
    const [, file, rule] = /\/([\w-]+)\.ts:\d+:\d+: .*\[Error\/(.*)\]$/.exec(line) ?? [];
    return file ? [`${file} ${rule}`] : [];
  });
  expect(reported.toSorted()).toEqual([
    'home eslint(no-restricted-properties)',
    'kind typescript(no-import-type-side-effects)',
    'lock headwater(no-advisory-lock)',
    'lock headwater(no-advisory-lock)',
    'now eslint(no-restricted-properties)',
    'now eslint(no-restricted-properties)',
    'now headwater(no-current-date)',
    'page eslint(no-restricted-imports)',
    'schema eslint(no-restricted-imports)',
  ]);
});

describe('tables', () => {
  it('reports a second module that writes a table by the query builder or in SQL', () => {
    const files = {
      [`${server}/modules/tags/builder.ts`]: "export const write = (tx) => tx.insertInto('mailings').values(rows).execute();",
      [`${server}/modules/audit/raw.ts`]: 'export const write = (tx) => sql`update mailing_steps set name = 1`.execute(tx);',
    };
    expect(checkTableWriters(withFiles(files))).toEqual([
      expect.stringMatching(/^mailing_steps is written by .*audit/),
      expect.stringMatching(/^mailings is written by .*tags/),
    ]);
  });

  it('reports a write to messages outside of their transitions', () => {
    const file = `${server}/modules/messaging/messages/store/other.ts`;
    expect(checkTableWriters(withFiles({ [file]: "tx.updateTable('messages').set({ state: 'sent' })" }))).toEqual([
      expect.stringContaining(`${file} writes messages: only`),
    ]);
  });

  it('reports a write that does not name its table', () => {
    const file = `${server}/modules/tags/store.ts`;
    expect(checkTableWriters(withFiles({ [file]: 'tx.insertInto(table).values(rows)' }))).toEqual([
      `${file} writes a table without its name`,
    ]);
  });

  it('reports a second declaration of a table, by another module and in place', () => {
    const file = `${server}/modules/vacancies/user-tables.ts`;
    const store = `${server}/modules/tags/names-store.ts`;
    const wrong = checkTableTypes(
      withFiles({
        [file]: 'export interface UserTables { users: { id: number } }',
        [store]: 'type NoTables = Record<string, never>; const names = (tx) => tx.withTables<{ users: { id: number } }>();',
      }),
    );
    expect(wrong).toEqual([
      expect.stringContaining(`${store}: NoTables is neither`),
      expect.stringMatching(`^${store}: .* declares tables in place`),
      `${file} declares users: only accounts does`,
      `users is declared in ${server}/modules/accounts/tables.ts and ${file}`,
    ]);
  });
});

describe('texts', () => {
  const modules = `${server}/modules`;
  const folder = (name: string, en: object, ru: object) => ({
    [`${modules}/${name}/texts/en.json`]: JSON.stringify(en),
    [`${modules}/${name}/texts/ru.json`]: JSON.stringify(ru),
  });

  it('reports different keys and parts, missing plural forms and unused keys', () => {
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
      ...folder('unused', { without_use: 'a' }, { without_use: 'б' }),
    };
    expect(checkTexts(withFiles(files))).toEqual([
      `${modules}/forms/texts/ru.json: "rows" lacks the plural forms few, many`,
      `${modules}/missing/texts: "name" is in en.json only`,
      `${modules}/parts/texts: "name" names {{title}} in en.json only`,
      `${modules}/unused/texts: nothing uses "without_use"`,
    ]);
  });

  it('reports British spelling, decimal points and straight quotation marks', () => {
    const files = {
      [`${modules}/tags/say.ts`]: "say('name');",
      ...folder('british', { name: 'Colour' }, { name: 'Цвет' }),
      ...folder('russian', { name: '0.5' }, { name: '0.5 "имя" AI-поиск' }),
    };
    expect(checkTexts(withFiles(files))).toEqual([
      `${modules}/british/texts/en.json: "name": “Colour” is replaced by: American spelling`,
      `${modules}/russian/texts/ru.json: "name": “AI-” is replaced by: ИИ-`,
      `${modules}/russian/texts/ru.json: "name": “0.5” is replaced by: a decimal comma`,
      `${modules}/russian/texts/ru.json: "name": “"” is replaced by: «»`,
    ]);
  });
});

it('settings reports one that is not documented, not in the example, or unknown', () => {
  const port = '  HEADWATER_PORT: z';
  expect(checkSettings(withChange(`${server}/env.ts`, port, `  HEADWATER_COLOR: z.string(),\n${port}`))).toEqual([
    'docs/operations/settings.md: HEADWATER_COLOR has no row',
    'deploy/headwater.env.example: does not name HEADWATER_COLOR',
  ]);
  const integration = { [`${server}/integrations/weather/index.ts`]: 'settings: z.object({ HEADWATER_WEATHER_KEY: z.string() })' };
  expect(checkSettings(withFiles(integration))).toEqual([
    'docs/operations/settings.md: HEADWATER_WEATHER_KEY has no row',
    'deploy/headwater.env.example: does not name HEADWATER_WEATHER_KEY',
  ]);
  expect(checkSettings(withChange('Dockerfile', 'HEADWATER_DEMO=off', 'HEADWATER_DEMOS=off'))).toEqual([
    'Dockerfile: there is no setting HEADWATER_DEMOS',
  ]);
  expect(checkSettings(withChange('deploy/headwater.service', 'User=headwater', 'User=hiring'))).toEqual([
    'deploy/headwater: does not repeat User=hiring',
  ]);
});

describe('generated files', () => {
  const page = ['docs/ARCHITECTURE.md is out of date: npm run generate'];

  it('reports a change of the diagram and of the nouns', () => {
    const edge = { [`${server}/modules/tags/two.ts`]: "import { other } from '#modules/setup/public.ts';" };
    expect(checkGenerated(withFiles(edge))).toEqual(page);
    expect(checkGenerated(withChange('docs/ARCHITECTURE.md', '| `tags` | `tags` |', '| `tags` | `jobs` |'))).toEqual(page);
  });

  it('reports texts of a new folder of the web app', () => {
    expect(checkGenerated(withFiles({ [`${web}/features/weather/texts/en.json`]: '{}' }))).toEqual([
      `${web}/lib/texts.ts is out of date: npm run generate`,
    ]);
  });
});

it('hands out at most 25 names in a public interface of a module', () => {
  const interfaces = checkout.list(`${server}/modules`).filter((file) => /\/public(\/[a-z-]+)?\.ts$/.test(file));
  const counted = interfaces.map((file) => {
    const text = checkout.read(file);
    const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
      names.split(',').filter((name) => name.trim()),
    );
    return [file, lists.length + (text.match(/^export (?:\* as|const|async function|function|interface|type (?!\{)) /gm) ?? []).length];
  });
  expect(counted.length).toBeGreaterThan(30);
  expect(counted.filter(([, names]) => Number(names) > 25)).toEqual([]);
});
