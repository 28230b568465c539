import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Restarts the worker whenever it ends, as a service manager would. */
export function keepWorker(env: Record<string, string>) {
  const entry = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
  let child: ChildProcess | undefined;
  let stopping = false;
  const start = () => {
    child = spawn(process.execPath, [entry, 'worker'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('exit', () => {
      if (!stopping) setTimeout(start, 100);
    });
  };
  start();
  return {
    pid: () => child?.pid,
    kill: () => child?.kill('SIGKILL') ?? false,
    stop: () =>
      new Promise<void>((resolve) => {
        stopping = true;
        if (!child || child.exitCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}
