// npm run dev: the product from its sources, with restart of the server and hot reload of the web
// app.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { requireNode } from './prepare/node-version.mjs';

requireNode();
const { ensureInstalled } = await import('./prepare/install.mjs');
const { root } = await import('./prepare/command.mjs');
await ensureInstalled();

const webPort = process.env.HEADWATER_DEV_PORT ?? '5173';
const sources = ['apps/server/src', 'apps/sandbox/src', 'packages/domain/src', 'packages/contract/src', 'packages/reference/src'];
/** Editors and checkouts write files in several steps. */
const calmMs = 300;
let isEnding = false;
const running = new Set();

function start(args, onExit) {
  const env = { ...process.env, NODE_ENV: 'development' };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
  running.add(child);
  child.once('exit', (code) => {
    running.delete(child);
    if (isEnding) return;
    onExit(code ?? 1);
  });
  return child;
}

function end(code) {
  isEnding = true;
  process.exitCode = code;
  watchers.forEach((watcher) => watcher.close());
  clearTimeout(timer);
  for (const child of running) child.kill('SIGTERM');
}

let server;
let timer;
let isChanged = false;

function serve() {
  isChanged = false;
  server = start(['--conditions=source', '--import', 'tsx', 'apps/server/src/main.ts', 'all'], (code) => {
    server = undefined;
    if (isChanged) serve();
    else console.log(`The server ended with ${code}. It starts again when one of its files changes.`);
  });
}

/** The servers share the port and the database, so the old one stops first. */
function restart() {
  isChanged = true;
  if (server) server.kill('SIGTERM');
  else serve();
}

const watchers = sources.map((folder) =>
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (!/\.(?:ts|json|sql|txt|csv)$/.test(file ?? '') || /\.(?:test|proof)\.ts$/.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(restart, calmMs);
  }),
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0));
serve();
start(['node_modules/vite/bin/vite.js', 'apps/web', '--host', '127.0.0.1', '--port', webPort, '--strictPort'], end);
console.log(`The web app as it is being changed: http://127.0.0.1:${webPort}`);
