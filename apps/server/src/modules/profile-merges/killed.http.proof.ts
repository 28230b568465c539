import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterAll, expect, it } from 'vitest';
import { password, useInstallation } from '../../../test/installation.ts';
import { good } from '../../../test/mailing-fixtures.ts';
import { spawnProgram } from '../../../test/child-process.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';
import { poll } from '../../../test/settled.ts';

const here = useInstallation();
let child: ChildProcess | undefined;
afterAll(() => void child?.kill('SIGKILL'));

/** Starts a server process and returns its origin. */
async function startServer(): Promise<string> {
  child = spawnProgram(new URL('../../../test/api-process.ts', import.meta.url), [here.databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, HEADWATER_DATA_DIR: dirname(here.filesFolder), HEADWATER_DEMO: 'off' },
  });
  if (!child.stdout) throw new Error('the port is written there');
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string];
  return `http://127.0.0.1:${port}`;
}

async function signInAt(origin: string, email: string) {
  const headers = { 'content-type': 'application/json', 'x-csrftoken': 't' };
  const post = (path: string, cookie: string, body: object) =>
    fetch(`${origin}${path}`, { method: 'POST', headers: { ...headers, cookie }, body: JSON.stringify(body) });
  const answer = await post('/api/v6/login/', 'csrftoken=t', { email, password });
  expect(answer.status).toBe(200);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const cookie = ['csrftoken=t', ...cookies.filter((one) => !one.startsWith('csrftoken='))].join('; ');
  return (path: string, body: object) => post(path, cookie, body);
}

it(
  '[DEC-13] [PEDT-020] a server killed during a merge leaves no partial merge, and a retry completes it',
  { timeout: 120_000 },
  async () => {
    const company = await here.addCompany();
    const user = await here.addUser(company, 'worker');
    const owner = await here.signIn(user);
    const [stays = 0, goes = 0] = await addProfiles(here, 2, { input: { positions: [], locations: [] } });
    const { id: folder } = await good(owner.post('/api/v6/folders/', { name: 'Poets' }));
    await good(owner.post('/api/v6/candidates/', { folder_id: folder, profiles: [goes] }));
    await good(owner.post(`/api/v6/profiles/${goes}/comments/`, { text: 'Writes well' }));
    await good(owner.post(`/api/v6/profiles/${goes}/tags/`, { tags: ['Poet'] }));
    await good(owner.post(`/api/v6/profiles/${goes}/private/`, { about: 'Poet' }));
    const tables = [
      'candidates',
      'comments',
      'profile_tags',
      'profile_fragments',
      'profile_overlays',
      'profile_merges',
      'jobs',
      'candidate_history',
    ];
    const state = async () => {
      const rows = await Promise.all(tables.map((name) => here.sql(`select * from ${name} order by 1, 2, 3`)));
      return Object.fromEntries(tables.map((name, index) => [name, rows[index]]));
    };
    const before = await state();
    const glue = { action: 'glue', profile_ids: [stays, goes] };
    const post = await signInAt(await startServer(), user.email);
    const other = new Client({ connectionString: here.databaseUrl });
    await other.connect();
    // Blocks the merge midway.
    await other.query('begin; lock table profile_tags in share mode');
    const merging = post('/api/glun/v4/', glue).then(
      () => 'answered',
      () => 'broken off',
    );
    const waiting = async () =>
      (await here.sql<{ pid: number }>(`select pid from pg_locks where not granted and relation = 'profile_tags'::regclass`)).map(
        ({ pid }) => pid,
      );
    await poll(waiting, { timeout: 30_000 }).toHaveLength(1);
    const [pid] = await waiting();
    child?.kill('SIGKILL');
    expect(await merging).toBe('broken off');
    await other.query('commit');
    await other.end();
    await poll(() => here.sql('select from pg_stat_activity where pid = $1', [pid]), { timeout: 30_000 }).toEqual([]);
    expect(await state()).toEqual(before);
    expect(await good(owner.post('/api/glun/v4/', glue))).toMatchObject({ profile_id: stays });
    expect(await here.sql('select profile_id from candidates')).toEqual([{ profile_id: stays }]);
    expect(await good(owner.get(`/api/internal/profiles/${goes}/`))).toMatchObject({ doc_id: stays, about: 'Poet' });
  },
);
