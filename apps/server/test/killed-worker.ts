import { type ChildProcess, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Installation } from './installation.ts';

/** A worker of the installation in a process of its own, to be killed. */
export function startWorkerProcess(here: Installation, settings: Record<string, string> = {}): ChildProcess {
  const entry = fileURLToPath(new URL('./worker-process.ts', import.meta.url));
  return spawn(process.execPath, ['--conditions=source', '--import', 'tsx', entry, here.databaseUrl], {
    stdio: 'inherit',
    env: { ...process.env, HEADWATER_DATA_DIR: dirname(here.filesFolder), HEADWATER_DEMO: 'off', ...settings },
  });
}
