import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { dirname } from 'node:path';
import { builtPrograms } from '../src/platform/program.ts';
import { spawnProgram } from './child-process.ts';
import { type Installation, mailServersHere, password, type TestUser } from './installation.ts';

/** A process of the product, as `npm start -- api` or `npm start -- worker` starts it. */
export interface ServerProcess {
  child: ChildProcess;
  /** Empty for a worker. */
  origin: string;
  /** Messages of its log. */
  logged: string[];
  /** SIGTERM. Resolves with the exit code. */
  stop(): Promise<number | null>;
  /** kill -9. */
  kill(): Promise<void>;
}

const running = new Set<ChildProcess>();

/** Also ends processes that a failed test was starting. */
export async function killProcesses(): Promise<void> {
  await Promise.all(
    [...running].map((child) => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      return ended;
    }),
  );
}

const readyLine = /Headwater is ready: (\S+)|The worker is running/;

export async function startProcess(
  here: Installation,
  kind: 'api' | 'worker',
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = spawnProgram(new URL('./serve-process.ts', import.meta.url), [JSON.stringify([...builtPrograms]), kind], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATABASE_URL: here.databaseUrl,
      HEADWATER_DATA_DIR: dirname(here.filesFolder),
      HEADWATER_DEMO: 'off',
      HEADWATER_LOG: 'info',
      HEADWATER_PORT: '0',
      HEADWATER_WORKER_PORT: '0',
      ...mailServersHere,
      ...settings,
    },
  });
  running.add(child);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  void ended.then(() => running.delete(child));
  const logged: string[] = [];
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (errors + text).split('\n');
    errors = lines.pop() ?? '';
    logged.push(...lines);
  });
  let said = '';
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const found = readyLine.exec(said);
      if (found) resolve(found[1] ?? '');
    });
    void ended.then(([code]) => reject(new Error(`the process ended with code ${code}: ${said}\n${logged.join('\n')}\n${errors}`)));
  });
  return {
    child,
    origin,
    logged,
    async stop() {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export interface Reply {
  status: number;
  body: string;
  cookies: string[];
  /** The process that answered. */
  origin: string;
}

export interface Sent {
  method?: string;
  path: string;
  cookies?: string;
  body?: object;
  agent?: Agent;
}

/** A connection of its own for each request, as nginx opens without `keepalive`. */
const usualAgent = new Agent({ keepAlive: false });

export async function open(
  origin: string,
  { method = 'GET', path, cookies = '', body, agent = usualAgent }: Sent,
): Promise<IncomingMessage> {
  const headers = {
    accept: 'application/json; version=5.1',
    cookie: `csrftoken=t; ${cookies}`,
    'x-csrftoken': 't',
    ...(body ? { 'content-type': 'application/json' } : {}),
  };
  const sent = request(origin + path, { method, headers, agent });
  sent.end(body && JSON.stringify(body));
  return ((await once(sent, 'response')) as [IncomingMessage])[0];
}

export async function send(origin: string, what: Sent): Promise<Reply> {
  const answer = await open(origin, what);
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  const cookies = (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0] ?? '');
  return { status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString(), cookies, origin };
}

/** Asks the processes in turn. As nginx does, a process that does not listen is skipped, and a read is asked again elsewhere. */
export function createBalancer(origins: () => readonly string[]) {
  let turn = 0;
  return async (what: Sent): Promise<Reply> => {
    const all = origins();
    const first = turn++;
    for (let tried = 0; ; tried += 1) {
      try {
        return await send(all[(first + tried) % all.length] ?? '', what);
      } catch (error) {
        const mayRepeat = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' || (what.method ?? 'GET') === 'GET';
        if (!mayRepeat || tried >= all.length - 1) throw error;
      }
    }
  };
}

/** Returns the cookies of a session. */
export async function signInAt(ask: (what: Sent) => Promise<Reply>, { email }: TestUser): Promise<string> {
  const answer = await ask({ method: 'POST', path: '/api/v6/login/', body: { email, password } });
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${answer.body}`);
  return answer.cookies.filter((cookie) => !cookie.startsWith('csrftoken')).join('; ');
}
