import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';

export const checkout = fileURLToPath(new URL('../..', import.meta.url));

export interface Product {
  origin: string;
  /** npm, the ancestor of the product. */
  pid: number;
  /** From the start of npm to the first 200 of /readyz. */
  seconds: number;
  output(): string;
  /** Returns the seconds from SIGTERM to the end. */
  stop(): Promise<number>;
}

export interface StartOptions {
  /** Installed and built checkout. */
  folder: string;
  dataDir: string;
  profiles: number;
  env?: Readonly<Record<string, string>>;
}

/** Seconds: a million people take 18 minutes. */
const patienceFor = (profiles: number) => 900 + profiles / 400;

/** Below the range of outgoing ports, as a first start listens late. */
export async function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const probe = createServer();
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening');
    return port;
  } catch {
    return freePort();
  } finally {
    probe.close();
  }
}

// npm variables of this bench must not reach the measured npm.
const ours = /^npm_(?:lifecycle|package)_|^npm_(?:config_local_prefix|execpath|command)$/;
const cleanEnv = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));

const isReady = (origin: string) =>
  fetch(`${origin}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Rejects with the output if the product ends or is not ready in time. */
export async function startProduct({ folder, dataDir, profiles, env = {} }: StartOptions): Promise<Product> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const settings = {
    DATABASE_URL: '',
    HEADWATER_DATA_DIR: dataDir,
    HEADWATER_DEMO: 'on',
    HEADWATER_DEMO_HISTORY: 'off',
    HEADWATER_DEMO_PROFILES: String(profiles),
    HEADWATER_HOST: '127.0.0.1',
    HEADWATER_PORT: String(port),
    HEADWATER_SANDBOX_HTTP_PORT: '0',
    ...env,
  };
  const patience = patienceFor(profiles);
  const begin = performance.now();
  const child = spawn('npm', ['start'], { cwd: folder, env: { ...cleanEnv(), ...settings }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const stop = async () => {
    const asked = performance.now();
    if (!hasEnded()) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    return (performance.now() - asked) / 1000;
  };
  while (!(await isReady(origin))) {
    if (hasEnded()) throw new Error(`npm start ended: ${output}`);
    if (performance.now() - begin > patience * 1000) {
      await stop();
      throw new Error(`npm start was not ready after ${patience} s: ${output}`);
    }
    await sleep(10);
  }
  return { origin, pid: child.pid ?? 0, seconds: (performance.now() - begin) / 1000, output: () => output, stop };
}

export function newFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'headwater-bench-'));
  // PostgreSQL of root runs under another account.
  chmodSync(path, 0o711);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Default: the demo's recruiter. Returns the session cookies. */
export async function signIn(origin: string, email = 'recruiter@demo.headwater.test'): Promise<string> {
  const answer = await fetch(`${origin}/api/v6/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrftoken': 't', cookie: 'csrftoken=t' },
    body: JSON.stringify({ email, password: 'Demo-Headwater-1' }),
  });
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** The demo answers before all people are imported. */
export async function waitForPeople(origin: string, profiles: number): Promise<void> {
  const cookie = await signIn(origin);
  for (let waited = 0; waited < 600; waited += 1) {
    const answer = await fetch(`${origin}/api/v6/profiles/?q=${encodeURIComponent('[]')}`, { headers: { cookie } });
    const { total = 0 } = answer.ok ? ((await answer.json()) as { total?: number }) : {};
    if (total >= profiles) return;
    await sleep(500);
  }
  throw new Error('the people of the demo did not come');
}
