import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { signIn } from '../product/start-product.ts';
import { type BenchRow, makeRow } from '../row.ts';
import { percentile } from '../search-load/clients.ts';
import { type AttackName, attacks } from './insider-attacks.ts';
import type { Order } from './insider-process.ts';
import { type HostilePart, type Target } from './part.ts';

const attacker = 'recruiter@demo.headwater.test';
const victim = 'recruiter@other.headwater.test';
const words = 'developer manager designer Berlin Moscow Python SQL Java sales analyst engineer marketing React Go product'.split(' ');
const resume = readFileSync(new URL('../../apps/server/test/resumes/jobmatch-en.txt', import.meta.url), 'utf8');
const megabyte = 1024 ** 2;

const searchEveryMs = 100;
const pasteEveryMs = 2000;
/** Largest accepted slowdown. */
const mostSlower = 3;
const pasteTargetSeconds = 3;

interface Measured {
  searches: number[];
  pastes: number[];
  uploads: number[];
  /** Statuses other than 200. */
  failures: number[];
}

type Call = (path: string, body?: object | FormData) => Promise<void>;

/** Repeats the work with at least this interval between starts. */
async function every(milliseconds: number, until: number, work: (count: number) => Promise<void>): Promise<void> {
  for (let count = 0; performance.now() < until; count += 1) {
    const begun = performance.now();
    await work(count);
    await sleep(Math.max(0, milliseconds - (performance.now() - begun)));
  }
}

/** Work of a person of another company: searches, pasted resumes, uploads. */
async function workAs(origin: string, cookie: string, seconds: number): Promise<Measured> {
  const measured: Measured = { searches: [], pastes: [], uploads: [], failures: [] };
  const timed =
    (times: number[]): Call =>
    async (path, body) => {
      const isForm = body instanceof FormData;
      const begin = performance.now();
      const answer = await fetch(`${origin}${path}`, {
        headers: { cookie: `csrftoken=t; ${cookie}`, 'x-csrftoken': 't', ...(isForm ? {} : { 'content-type': 'application/json' }) },
        ...(body ? { method: 'POST', body: isForm ? body : JSON.stringify(body) } : {}),
      });
      await answer.arrayBuffer();
      times.push(performance.now() - begin);
      if (answer.status !== 200) measured.failures.push(answer.status);
    };
  const [search, paste, upload] = [timed(measured.searches), timed(measured.pastes), timed(measured.uploads)];
  const until = performance.now() + seconds * 1000;
  await Promise.all([
    every(searchEveryMs, until, (count) => {
      const query = new URLSearchParams({ q: JSON.stringify([words[count % words.length]]), page: String(1 + (count % 3)) });
      return search(`/api/v6/profiles/?${query.toString()}`);
    }),
    every(pasteEveryMs, until, (count) => paste('/api/v6/profiles/create/read/', { text: `${resume}\nnumber${count}@paste.test\n` })),
    every(pasteEveryMs, until, (count) => {
      const form = new FormData();
      form.append('purpose', 'profile');
      form.append(
        'file',
        new Blob([`Name;Email\nAda Lovelace;ada${count}@upload.test\n`, ' '.repeat(2 * megabyte)]),
        `person-${count}.csv`,
      );
      return upload('/api/files/v1/', form);
    }),
  ]);
  return measured;
}

/** Returns the attacker's statuses at the end. */
async function startAttack(order: Order): Promise<{ end(): Promise<string> }> {
  const child = fork(new URL('insider-process.ts', import.meta.url));
  child.send(order);
  await once(child, 'message');
  return {
    async end() {
      const counts = once(child, 'message');
      child.send('end');
      const [statuses] = (await counts) as [Record<string, number>];
      await once(child, 'exit');
      return Object.entries(statuses)
        .map(([status, count]) => `${count} x ${status === '0' ? 'left' : status}`)
        .join(', ');
    },
  };
}

const slowest = (times: readonly number[]) => Math.max(...times) / 1000;

/** `lines`: parallel attackers; `seconds` per attack; `attack`: one attack only. */
async function run({ origin, options }: Target): Promise<BenchRow[]> {
  const { seconds = 20, lines = 20, attack: only } = options;
  const [hostile, cookie] = [await signIn(origin, attacker), await signIn(origin, victim)];
  // Starts processes and fills caches.
  await workAs(origin, cookie, 5);
  const quiet = await workAs(origin, cookie, Number(seconds));
  const normal = percentile(quiet.searches, 0.95);
  const rows = [
    makeRow('no attack', 'search, ms (p95)', { value: normal, reference: `${quiet.searches.length} searches` }),
    makeRow('no attack', 'pasted resume, s (slowest)', { value: slowest(quiet.pastes), target: pasteTargetSeconds }),
    makeRow('no attack', 'refused or failed', { value: quiet.failures.length, target: 0 }),
  ];
  const names = Object.keys(attacks) as AttackName[];
  const all = [...names.map((name) => ({ name, kinds: [name] })), { name: 'everything', kinds: names }];
  for (const { name, kinds } of all.filter((one) => only === undefined || one.name === only)) {
    const running = await startAttack({ origin, cookie: hostile, names: kinds, lines: Number(lines) });
    const measured = await workAs(origin, cookie, Number(seconds)).catch(async (error: unknown) => {
      await running.end();
      throw error;
    });
    const statuses = await running.end();
    rows.push(
      makeRow(name, 'search, ms (p95)', {
        value: percentile(measured.searches, 0.95),
        target: Math.round(mostSlower * normal),
        reference: statuses,
      }),
      makeRow(name, 'search, ms (slowest)', { value: Math.max(...measured.searches) }),
      makeRow(name, 'pasted resume, s (slowest)', { value: slowest(measured.pastes), target: pasteTargetSeconds }),
      makeRow(name, 'upload of 2 MB, s (slowest)', { value: slowest(measured.uploads) }),
      makeRow(name, 'refused or failed', { value: measured.failures.length, target: 0, reference: measured.failures.join(' ') }),
    );
    // Lets the attack's queues drain.
    await sleep(1000);
  }
  return rows;
}

export const insider: HostilePart = { name: 'insider', run };
