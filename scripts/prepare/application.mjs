import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './command.mjs';

/**
 * npm killed outright cannot tell its command to stop, and a server that nobody sees would keep the port.
 * Only where npm itself started us: a process started by hand may well outlive its shell.
 */
function followNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 1000).unref();
}

/**
 * Ctrl-C reaches us twice, from the terminal and from npm: the second one must not cut the stopping short.
 * Before the server has taken over, a signal simply ends the process.
 */
function takeSignalsOnce() {
  let stopping = false;
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ]) {
    process.on(signal, () => {
      if (!stopping && process.listenerCount(signal) === 1) process.exit(code);
      stopping = true;
    });
  }
}

/**
 * Becomes the server process: it is loaded into this one rather than started beside it, so signals, exit code and memory are its own
 * and killing this process leaves nothing behind but PostgreSQL, which the next start adopts.
 */
export async function becomeServer(args) {
  const main = join(root, 'apps/server/dist/bundle/main.js');
  process.argv.splice(1, process.argv.length, main, ...args);
  followNpm();
  takeSignalsOnce();
  await import(pathToFileURL(main).href);
}
