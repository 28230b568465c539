import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestUser, useInstallation } from './installation.ts';
import { createBalancer, killProcesses, open, type Reply, send, type ServerProcess, signInAt, startProcess } from './server-processes.ts';
import { addProfiles } from './vacancy-fixtures.ts';

const here = useInstallation();
const settings = { HEADWATER_REQUESTS_PER_MINUTE: '20000' };
const processes: ServerProcess[] = [];
const ask = createBalancer(() => processes.map(({ origin }) => origin));
let user: TestUser;
let cookies: string;
const search = { path: `/api/v6/profiles/?${new URLSearchParams({ q: JSON.stringify(['name:Петрова']) }).toString()}` };

beforeAll(async () => {
  user = await here.addUser(await here.addCompany(), 'admin');
  await addProfiles(here, 40);
  processes.push(...(await Promise.all([startProcess(here, 'api', settings), startProcess(here, 'api', settings)])));
  cookies = await signInAt(ask, user);
}, 400_000);
afterAll(killProcesses);

const countOf = (message: string) => processes.flatMap(({ logged }) => logged.filter((line) => line.includes(message))).length;

/** Texts that a stream of events has received. */
async function listen(origin: string): Promise<{ text: () => string; stream: IncomingMessage }> {
  let text = '';
  const stream = await open(origin, { path: '/api/v6/events/', cookies });
  stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  await vi.waitFor(() => expect(text).toContain('"open"'), { timeout: 45_000 });
  return { text: () => text, stream };
}

/** A hundred requests a second at most. */
const paceMs = 20;
const patient = { timeout: 45_000 };

describe('two API processes on one database', () => {
  it('[SCL-006] build the search index once and answer from it', async () => {
    for (const { origin } of processes) {
      await vi.waitFor(
        async () => expect(JSON.parse((await send(origin, { ...search, cookies })).body)).toMatchObject({ total: 40 }),
        patient,
      );
    }
    expect(countOf('the search index was built')).toBe(1);
    expect(countOf('the search index of another process was loaded')).toBe(1);
  });

  it('[SCL-006] share sessions and events', async () => {
    const [first, second] = processes.map(({ origin }) => origin) as [string, string];
    const stream = await listen(first);
    await send(second, { method: 'POST', path: '/api/v6/folders/', cookies, body: { name: 'Sourcer' } });
    await vi.waitFor(() => expect(stream.text()).toContain('"vacancies"'), patient);
    const other = await signInAt((what) => send(second, what), user);
    const me = { path: '/api/internal/users/me/', cookies: other };
    expect((await send(first, me)).status).toBe(200);
    await send(second, { method: 'POST', path: '/api/v6/logout/', cookies: other });
    expect((await send(first, me)).status).toBe(401);
    stream.stream.destroy();
  });

  it('[SCL-006] fail no request while one is restarted, and end its streams of events', { timeout: 400_000 }, async () => {
    const stream = await listen(processes[0]?.origin ?? '');
    const ended = new Promise((resolve) => stream.stream.once('end', resolve));
    const over = new AbortController();
    const answered: Reply[] = [];
    const failed: unknown[] = [];
    const work = async () => {
      while (!over.signal.aborted) {
        const answer = await ask({ ...search, cookies }).catch((error: unknown) => void failed.push(error));
        if (answer?.status === 200 && answer.body.includes('"total":40')) answered.push(answer);
        else failed.push(answer);
        await sleep(paceMs);
      }
    };
    const working = [work(), work()];
    try {
      await vi.waitFor(() => expect(answered.length).toBeGreaterThan(3), patient);
      const [{ origin, stop }] = processes as [ServerProcess];
      expect(await stop()).toBe(0);
      const before = answered.length;
      const restarted = await startProcess(here, 'api', { ...settings, HEADWATER_PORT: new URL(origin).port });
      processes[0] = restarted;
      // Before it listens, it loads the saved index.
      await vi.waitFor(() => expect(answered.slice(before).map((answer) => answer.origin)).toContain(origin), patient);
      expect(restarted.logged.join()).not.toContain('the search index was built');
    } finally {
      over.abort();
      await Promise.all(working);
    }
    expect(failed).toEqual([]);
    await ended;
  });
});
