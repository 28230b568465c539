import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const children = new Set();
let stopCode;
const grouped = process.platform !== 'win32';

/** Signals the process group: a test runner can leave an unresponsive worker. */
function signalGroup(child, signal) {
  try {
    if (grouped) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // The group has ended.
  }
}

function endChildren(signal) {
  for (const child of children) signalGroup(child, signal);
}

/** Forwards stop signals to running commands and exits after them. */
export function stopWithChildren() {
  const handlers = [];
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ]) {
    const handler = () => {
      stopCode = code;
      endChildren(signal === 'SIGHUP' ? 'SIGTERM' : signal);
      if (children.size === 0) process.exit(code);
      setTimeout(() => endChildren('SIGKILL'), 5000).unref();
    };
    process.on(signal, handler);
    handlers.push([signal, handler]);
  }
  return () => handlers.forEach(([signal, handler]) => process.off(signal, handler));
}

/**
 * Runs a command in the checkout. `limit` in seconds; `null`: unlimited. Resolves with code, output
 * (unless on the terminal) and seconds.
 */
export function run(command, args, { env, cwd = root, terminal = false, limit = 1800 } = {}) {
  return new Promise((resolve) => {
    const begin = performance.now();
    const stdio = terminal ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'];
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio, detached: grouped });
    children.add(child);
    let output = '';
    const finish = (code) => {
      clearTimeout(timer);
      children.delete(child);
      // After a stop signal the failure of a command is expected.
      if (stopCode && children.size === 0) process.exit(stopCode);
      if (stopCode) return;
      resolve({ code, output: output.trim(), seconds: (performance.now() - begin) / 1000 });
    };
    const stop = () => {
      output += `\nStopped: not finished after ${limit} s`;
      if (terminal) console.error(`Stopped: not finished after ${limit} s`);
      signalGroup(child, 'SIGKILL');
    };
    const timer = limit === null ? undefined : setTimeout(stop, limit * 1000);
    for (const stream of terminal ? [] : [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', (error) => {
      output += error.message;
      finish(1);
    });
    child.once('exit', () => signalGroup(child, 'SIGKILL'));
    child.once('close', (code) => finish(code ?? 1));
  });
}

export const runPackage = (file, args, options) => run(process.execPath, [`${root}/node_modules/${file}`, ...args], options);

export async function twoAtATime(tasks) {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < tasks.length) {
      const index = next++;
      results[index] = await tasks[index]();
    }
  };
  await Promise.all([worker(), worker()]);
  return results;
}
