import { spawn } from 'node:child_process';
import { extname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Env } from '../env.ts';
import { StartupError } from '#platform/errors.ts';

export const demoPeopleCommand = 'demo-people';

export interface DemoProcess {
  done: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Uses a child process, because 20,000 profiles grow the heap by hundreds of megabytes. The child
 * ends with its parent; the next run continues.
 */
export function startDemoProcess(env: Env, databaseUrl: string, say: (sentence: string) => void): DemoProcess {
  const main = fileURLToPath(new URL(`../main${extname(import.meta.url)}`, import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, main, demoPeopleCommand], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      DATABASE_URL: databaseUrl,
      HEADWATER_DATA_DIR: env.dataDir,
      HEADWATER_DEMO_PROFILES: String(env.HEADWATER_DEMO_PROFILES),
      HEADWATER_LOG: env.HEADWATER_LOG,
    },
  });
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint = `${complaint}${text}`.slice(-2000)));
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', say);
  let isStopping = false;
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const wait = async () => {
    const code = await ended;
    // The code that stopped the child also ends this process and prints the reason.
    if (isStopping) await new Promise(() => undefined);
    if (code !== 0) throw new StartupError(`The demo people could not be made: ${complaint.trim() || 'the process was ended'}.`);
  };
  return {
    done: wait(),
    async stop() {
      isStopping = true;
      child.kill('SIGTERM');
      await ended.catch(() => undefined);
    },
  };
}
