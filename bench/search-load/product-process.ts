import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchRow, makeRow } from '../row.ts';
import { type Ask, measure } from './clients.ts';
import { measureFacetClicks } from './facet-clicks.ts';
import { signIn } from './installation.ts';

/**
 * Memory of the built server in its own process; this process also holds sources, a compiler and
 * clients.
 */
const main = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const patienceMs = 120_000;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}

function memoryOf(pid: number, line: 'VmRSS' | 'VmHWM'): number {
  const found = new RegExp(`${line}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(found?.[1] ?? 0) / 1024);
}

async function untilItAnswers(check: () => Promise<boolean>): Promise<void> {
  for (const begin = performance.now(); performance.now() - begin < patienceMs; await sleep(50)) {
    if (await check().catch(() => false)) return;
  }
  throw new Error('the built server did not answer');
}

/** No rows without a build, or if the system does not report memory. */
export async function measureProduct(
  dataDir: string,
  { asks, clicks }: { asks: readonly Ask[]; clicks: readonly string[] },
): Promise<BenchRow[]> {
  if (!existsSync(main) || process.platform !== 'linux') return [];
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const settings = {
    HEADWATER_DATA_DIR: dataDir,
    HEADWATER_PORT: String(port),
    HEADWATER_HOST: '127.0.0.1',
    HEADWATER_DEMO: 'off',
    HEADWATER_BEHIND_PROXY: 'on',
    HEADWATER_REQUESTS_PER_MINUTE: '1000000',
    HEADWATER_LOG: 'silent',
  };
  const begin = performance.now();
  const child = spawn(process.execPath, [main, 'api'], { env: { ...process.env, ...settings }, stdio: 'ignore' });
  const { pid } = child;
  if (!pid) throw new Error('the built server did not start');
  try {
    await untilItAnswers(async () => (await fetch(`${origin}/readyz`)).status === 200);
    const headers = await signIn(origin);
    const first = asks[0]?.path ?? '';
    await untilItAnswers(async () => (await fetch(origin + first, { headers })).status === 200);
    const ready = (performance.now() - begin) / 1000;
    const loaded = memoryOf(pid, 'VmRSS');
    const { failures } = await measure({ origin, headers, asks, clients: 4 });
    if (failures.length > 0) throw new Error(`${failures.length} searches of the built server failed: ${failures[0]}`);
    return [
      makeRow('the built server by itself', 'first search answered after s', { value: ready }),
      makeRow('the built server by itself', 'memory once loaded, MB', { value: loaded, target: 1_024 }),
      makeRow('the built server by itself', `memory after ${asks.length} searches, MB`, { value: memoryOf(pid, 'VmRSS'), target: 1_024 }),
      makeRow('the built server by itself', 'most memory ever, MB', { value: memoryOf(pid, 'VmHWM'), target: 2_048 }),
      ...(await measureFacetClicks({ origin, cookie: headers['cookie'] ?? '' }, clicks)),
    ];
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
}
