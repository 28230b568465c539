import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readEnv } from '../env.ts';
import { createLog } from '#platform/log.ts';
import { useInstallation } from '../../test/installation.ts';
import { createAdmin } from './create-admin.ts';

const installation = useInstallation();
const strong = 'Own-Company-2026';

interface Typed {
  args: string[];
  lines: string[];
  terminal?: boolean;
  folder?: string;
}

async function run({ args, lines, terminal = false, folder = dirname(installation.filesFolder) }: Typed) {
  const sentences: string[] = [];
  const shown = new PassThrough();
  const input = Object.assign(new PassThrough(), { isTTY: terminal });
  // A terminal answers each prompt after it appears; a pipe contains all lines from the start.
  if (!terminal) input.end(lines.join('\n'));
  shown.on('data', (text: Buffer) => {
    if (!text.toString().endsWith(': ')) return;
    const line = lines.shift();
    if (line === undefined) input.end();
    else setImmediate(() => input.write(`${line}\r`));
  });
  const env = readEnv({ DATABASE_URL: installation.databaseUrl, HEADWATER_DEMO: 'off', HEADWATER_DATA_DIR: folder });
  const say = (sentence: string) => void sentences.push(sentence);
  try {
    await createAdmin({ env, log: createLog('silent'), say, args, input, output: shown });
    return sentences.join('\n');
  } catch (error) {
    return (error as Error).message;
  }
}

const named = (email: string, more: string[] = []) => ['--company', 'Own company', '--email', email, ...more];
const signIn = (email: string) => installation.visitor().post('/api/v6/login/', { email, password: strong });
const countUsers = async () => (await installation.sql<{ count: number }>('select count(*)::int as count from users'))[0]?.count;

describe('create-admin', () => {
  it('creates the company and its administrator, who can sign in', async () => {
    expect(await run({ args: named('ada@own.test', ['--name', 'Ada King Lovelace']), lines: [strong] })).toMatch(
      /^ada@own\.test can sign in now\. The company Own company was made; its number is \d+\.$/,
    );
    expect((await signIn('ada@own.test')).status).toBe(200);
    const columns = 'role, first_name, last_name, can_search, holds_staff_rights';
    expect(await installation.sql(`select ${columns} from users where email = 'ada@own.test'`)).toEqual([
      { role: 'admin', first_name: 'Ada', last_name: 'King Lovelace', can_search: true, holds_staff_rights: true },
    ]);
  });

  it('gives staff rights to the first administrator only, and adds super users by role', async () => {
    await run({ args: named('second@own.test'), lines: [strong] });
    expect((await signIn('second@own.test')).body.user).toMatchObject({ role: 'admin', holds_staff_rights: false });
    await run({ args: named('ops@own.test', ['--role', 'super_user']), lines: [strong] });
    expect((await signIn('ops@own.test')).body.user).toMatchObject({ role: 'super_user', can_search: true });
  });

  it('rejects another secret key and keeps the login of the running installation', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'headwater-other-'));
    const text = await run({ args: named('eve@own.test'), lines: [strong], folder });
    rmSync(folder, { recursive: true });
    expect(text).toMatch(/^This database is used with another secret key/);
    expect((await signIn('ada@own.test')).status).toBe(200);
    expect(await installation.sql("select from users where email = 'eve@own.test'")).toEqual([]);
  });

  it('adds a recruiter to the same company, with the password asked twice on a terminal', async () => {
    const text = await run({ args: named('rita@own.test', ['--role', 'worker']), lines: [strong, strong], terminal: true });
    expect(text).toContain('The company Own company existed');
    expect((await signIn('rita@own.test')).status).toBe(200);
    expect(await installation.sql("select 1 from companies where name = 'Own company'")).toHaveLength(1);
  });

  it('[COMP-070] creates a new company instead of joining a deleted one of the same name', async () => {
    const deletedCompany = await installation.addCompany({ name: 'Gone company' });
    await installation.sql('update companies set is_active = false, deleted_at = now() where id = $1', [deletedCompany]);
    const args = ['--company', 'Gone company', '--email'];
    expect(await run({ args: [...args, 'grace@own.test'], lines: [strong] })).toContain('The company Gone company was made');
    expect((await signIn('grace@own.test')).status).toBe(200);
    expect(await run({ args: [...args, 'rear@own.test'], lines: [strong] })).toContain('The company Gone company existed');
    expect(await installation.sql('select from users where company_id = $1', [deletedCompany])).toEqual([]);
  });

  it.each([
    {
      wrong: 'no company',
      args: ['--email', 'x@own.test'],
      lines: [strong],
      answer: /^The option --company is missing or wrong\. Usage: /,
    },
    { wrong: 'no address', args: named('nobody'), lines: [strong], answer: /^The option --email is missing or wrong/ },
    { wrong: 'an unknown role', args: named('x@own.test', ['--role', 'king']), lines: [strong], answer: /^The option --role is missing/ },
    { wrong: 'an unknown option', args: named('x@own.test', ['--pasword', 'x']), lines: [strong], answer: /^Usage: / },
    { wrong: 'a taken address', args: named('ADA@own.test'), lines: [strong], answer: /^There is an account with the address/ },
    { wrong: 'a short password', args: named('x@own.test'), lines: ['Short-1'], answer: /at least 12 characters/ },
    { wrong: 'no password', args: named('x@own.test'), lines: [], answer: /^No password was given/ },
    { wrong: 'a password of one kind', args: named('x@own.test'), lines: ['aaaaaaaaaaaaaa'], answer: /an uppercase letter/ },
  ])('[ACC-056][ACC-057] explains the error and changes nothing: $wrong', async ({ args, lines, answer }) => {
    const before = await countUsers();
    expect(await run({ args, lines })).toMatch(answer);
    expect(await countUsers()).toBe(before);
  });

  it('rejects two different passwords and a closed input', async () => {
    const args = named('x@own.test');
    expect(await run({ args, lines: [strong, `${strong}x`], terminal: true })).toMatch(/^The two passwords differ/);
    expect(await run({ args, lines: [], terminal: true })).toMatch(/^No password was given/);
  });

  it('rejects a demo database', async () => {
    await installation.sql("insert into installation (key, value) values ('demo', 'true')");
    expect(await run({ args: named('x@own.test'), lines: [strong] })).toMatch(/^This database holds the demo/);
  });
});
