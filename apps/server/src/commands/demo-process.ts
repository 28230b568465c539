import { spawn } from 'node:child_process';
import { extname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Env } from '../env.ts';
import { StartupError } from '#platform/errors.ts';

/** Not for people: the command of `main` that the process below runs. */
export const demoPeopleCommand = 'demo-people';

export interface DemoProcess {
  /** Resolves when everybody is there. */
  done: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Makes the demo's people in a process of its own, which takes the memory along when it ends: making 20,000 fills a heap with hundreds of
 * megabytes that the server would keep. Ends with this process, also when that is killed; what is written stays, and a next run goes on there.
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
    // Whoever stopped it stops this process too, and says why.
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
