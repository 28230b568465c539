import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './command.mjs';

/**
 * A killed npm cannot stop its command, and an invisible server would keep the port. Only for
 * processes of npm: others may outlive their shell.
 */
function followNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 1000).unref();
}

/**
 * Ctrl-C arrives twice, from the terminal and from npm; the second must not interrupt the shutdown.
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

/** Loads the server into this process, so that signals, exit code and memory are its own. */
export async function becomeServer(args) {
  const main = join(root, 'apps/server/dist/bundle/main.js');
  process.argv.splice(1, process.argv.length, main, ...args);
  followNpm();
  takeSignalsOnce();
  await import(pathToFileURL(main).href);
}
