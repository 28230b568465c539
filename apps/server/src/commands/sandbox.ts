import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { Env } from '../env.ts';
import type { SandboxTelegram } from '../wiring/adapters.ts';
import { StartupError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';

export interface RunningSandbox {
  smtpPort: number;
  imapPort: number;
  httpPort: number;
  telegram: SandboxTelegram;
  stop(): Promise<void>;
}

export interface SandboxUser {
  address: string;
  password: string;
}

interface Ports {
  smtp: number;
  imap: number;
  http: number;
}

interface Ready {
  ports: Ports;
  telegram: { host: string; port: number; publicKey: string; id: number; hash: string };
}

interface SavedPorts extends Ports {
  telegram: number;
}

const startTimeout = 20_000;

const freePort = (preferred: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () =>
      preferred === 0 ? reject(new StartupError('No free port was found for the mail sandbox.')) : resolve(freePort(0)),
    );
    probe.listen(preferred, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

/** Keeps the ports between starts unless another program uses them. */
async function savedPorts(directory: string, requested: SavedPorts): Promise<SavedPorts> {
  const file = join(directory, 'ports.json');
  const preferred = existsSync(file) ? { ...requested, ...(JSON.parse(readFileSync(file, 'utf8')) as SavedPorts) } : requested;
  const ports = {
    smtp: await freePort(preferred.smtp),
    imap: await freePort(preferred.imap),
    http: await freePort(preferred.http),
    telegram: await freePort(preferred.telegram),
  };
  mkdirSync(directory, { recursive: true });
  writeFileSync(file, JSON.stringify(ports));
  return ports;
}

/** Starts the sandbox in a child process that ends with this process, also after SIGKILL. */
export async function startSandboxProcess(env: Env, users: readonly SandboxUser[], log: Log): Promise<RunningSandbox> {
  const entry = createRequire(import.meta.url).resolve('@headwater/sandbox/main');
  const directory = join(env.dataDir, 'sandbox');
  const chosen = await savedPorts(directory, {
    smtp: env.HEADWATER_SANDBOX_SMTP_PORT,
    imap: env.HEADWATER_SANDBOX_IMAP_PORT,
    http: env.HEADWATER_SANDBOX_HTTP_PORT,
    telegram: env.HEADWATER_SANDBOX_TELEGRAM_PORT,
  });
  const child = spawn(process.execPath, [...process.execArgv, entry], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      HEADWATER_SANDBOX_DIR: directory,
      HEADWATER_SANDBOX_SMTP_PORT: String(chosen.smtp),
      HEADWATER_SANDBOX_IMAP_PORT: String(chosen.imap),
      HEADWATER_SANDBOX_HTTP_PORT: String(chosen.http),
      HEADWATER_SANDBOX_TELEGRAM_PORT: String(chosen.telegram),
      ...(env.HEADWATER_SANDBOX_CLAMD_PORT && { HEADWATER_SANDBOX_CLAMD_PORT: String(env.HEADWATER_SANDBOX_CLAMD_PORT) }),
      HEADWATER_SANDBOX_MODEL_DELAY: String(env.HEADWATER_SANDBOX_MODEL_DELAY),
      HEADWATER_SANDBOX_USERS: JSON.stringify(users),
    },
  });
  child.stderr?.on('data', (chunk: Buffer) => log.warn({ sandbox: chunk.toString().trim() }, 'sandbox'));
  // A hanging child ignores the disconnect.
  process.once('exit', () => child.kill('SIGKILL'));
  const { ports, telegram } = await readyOf(child);
  return {
    smtpPort: ports.smtp,
    imapPort: ports.imap,
    httpPort: ports.http,
    telegram: { host: telegram.host, port: telegram.port, publicKey: telegram.publicKey, apiId: telegram.id, apiHash: telegram.hash },
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
        setTimeout(() => child.kill('SIGKILL'), 3000).unref();
      }),
  };
}

function readyOf(child: ChildProcess): Promise<Ready> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new StartupError(`The mail sandbox of the demo did not start: ${reason}.`));
    const timer = setTimeout(() => fail('no answer'), startTimeout);
    child.once('exit', (code) => fail(`it ended with code ${code}`));
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    lines.once('line', (line) => {
      clearTimeout(timer);
      child.removeAllListeners('exit');
      resolve(JSON.parse(line) as Ready);
    });
  });
}
