import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask, cleanUpStarts, newFolder, root, start } from './npm-start.ts';

cleanUpStarts();

const email = 'ada@own.test';
const password = 'Own-Company-2026';
const csrf = 'journeys';

type Settings = Readonly<Record<string, string>>;

/** Runs a shell command in the checkout and returns its output. */
async function run(line: string, settings: Settings, input = ''): Promise<string> {
  const env = { ...process.env, DATABASE_URL: '', HEADWATER_DEMO: 'off', ...settings };
  const child = spawn('sh', ['-c', line], { cwd: root, env, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${line} ended with ${code}: ${output}`);
  return output;
}

/** Lines of the code blocks of docs/operations/backup.md. */
function documented(): string[] {
  const page = readFileSync(join(root, 'docs/operations/backup.md'), 'utf8');
  return [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'));
}

/** A documented command with the paths of the test. */
function lineWith(lines: readonly string[], word: string, paths: Settings): string {
  const line = lines.find((each) => each.includes(word)) ?? '';
  return Object.entries(paths).reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  }, line);
}

/** Signs in and returns a function that calls the API. */
async function signIn(address: string) {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'x-csrftoken': csrf, cookie: `csrftoken=${csrf}` };
  const answer = await fetch(`${address}/api/v6/login/`, { method: 'POST', headers, body: JSON.stringify({ email, password }) });
  expect(answer.status).toBe(200);
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  headers['cookie'] = [`csrftoken=${csrf}`, ...cookies.filter((each) => !each.startsWith('csrftoken='))].join('; ');
  return async (path: string, body?: object) => {
    const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    return (await (await fetch(`${address}${path}`, { headers, ...sent })).json()) as Record<string, unknown>;
  };
}
type Call = Awaited<ReturnType<typeof signIn>>;

const vacanciesOf = async (call: Call) => ((await call('/api/v6/folders/'))['folders'] as { name: string }[]).map(({ name }) => name);
const isPaused = async (call: Call) => (await call('/api/internal/users/me/'))['sending_paused'];

describe.runIf(process.platform === 'linux')('the documented backup commands', () => {
  it(
    '[DEC-09] copy a running installation into a new folder and an external database, which send nothing until armed',
    { timeout: 300_000 },
    async () => {
      const lines = documented();
      const first = { HEADWATER_DATA_DIR: newFolder() };
      await run(`npm run create-admin -- --company Acme --email ${email}`, first, `${password}\n`);
      const product = start(first);
      const call = await signIn(await product.address);
      await call('/api/v6/folders/', { name: 'Head of winter' });
      expect([await vacanciesOf(call), await isPaused(call)]).toEqual([['Head of winter'], false]);

      const kept = join(newFolder(), 'backup');
      const backup = lineWith(lines, 'npm run backup', { '/var/backups/headwater/2026-11-29': kept });
      expect(await run(backup, first)).toMatch(/is complete and was read back/);

      const restored = newFolder();
      const paths = { '/srv/restored': restored, '/var/backups/headwater/2026-11-29': kept };
      expect(await run(lineWith(lines, 'npm run restore', paths), {})).toMatch(/Nothing is sent until/);
      expect(lines).toContain('HEADWATER_DATA_DIR=/srv/restored npm start');
      const copy = start({ HEADWATER_DATA_DIR: restored });
      const callCopy = await signIn(await copy.address);
      expect([await vacanciesOf(callCopy), await isPaused(callCopy)]).toEqual([['Head of winter'], true]);
      await run('npm run arm', { HEADWATER_DATA_DIR: restored });
      expect([await isPaused(callCopy), await isPaused(call)]).toEqual([false, false]);

      // Database of another owner in the same cluster, without superuser rights.
      const owner = `create role outside login createrole password 'outside'; grant headwater_app to outside with admin option`;
      await ask(first.HEADWATER_DATA_DIR, owner);
      await ask(first.HEADWATER_DATA_DIR, 'create database outside owner outside');
      const port = readFileSync(join(first.HEADWATER_DATA_DIR, 'postgres/port'), 'utf8').trim();
      const outside = { DATABASE_URL: `postgres://outside:outside@127.0.0.1:${port}/outside`, HEADWATER_DATA_DIR: newFolder() };
      await run(`npm run restore -- ${kept}`, outside);
      const moved = start(outside);
      const callMoved = await signIn(await moved.address);
      expect([await vacanciesOf(callMoved), await isPaused(callMoved)]).toEqual([['Head of winter'], true]);
    },
  );
});
