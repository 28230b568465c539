import type { ChildProcess } from 'node:child_process';
import { dirname } from 'node:path';
import { spawnProgram } from './child-process.ts';
import type { Installation } from './installation.ts';

/** A worker in a child process that tests can kill. */
export function startWorkerProcess(here: Installation, settings: Record<string, string> = {}): ChildProcess {
  return spawnProgram(new URL('./worker-process.ts', import.meta.url), [here.databaseUrl], {
    stdio: 'inherit',
    env: { ...process.env, HEADWATER_DATA_DIR: dirname(here.filesFolder), HEADWATER_DEMO: 'off', ...settings },
  });
}
