import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { alone } from './alone.mjs';
import { bundle } from './bundle.mjs';
import { root, runPackage, twoAtATime } from './command.mjs';
import { emit } from './emit.mjs';
import { fingerprint } from './sources.mjs';

const stampFile = join(root, '.cache', 'built.json');

const compiled = ['packages/domain', 'packages/contract', 'packages/reference', 'apps/server', 'apps/sandbox'].map((folder) => ({
  name: folder,
  sources: [`${folder}/src`, `${folder}/package.json`, `${folder}/tsconfig.build.json`, 'tsconfig.base.json', 'scripts/prepare/emit.mjs'],
  output: `${folder}/dist`,
  wanted: () => existsSync(join(root, folder, 'src')),
  make: () => emit(folder),
}));

const web = {
  name: 'apps/web',
  sources: ['apps/web', 'packages/domain/src', 'packages/contract/src', 'package-lock.json'],
  output: 'apps/web/dist/index.html',
  wanted() {
    if (existsSync(join(root, 'apps/web/index.html'))) return true;
    console.log('apps/web has no index.html yet, so the web app is not built');
    return false;
  },
  make: () =>
    runPackage('vite/bin/vite.js', ['build', '--logLevel', 'warn'], { cwd: join(root, 'apps/web'), env: { NODE_ENV: 'production' } }),
};

const server = {
  name: 'the server in few files',
  sources: [
    ...['packages/domain', 'packages/contract', 'packages/reference', 'apps/server'].flatMap((folder) => [
      `${folder}/src`,
      `${folder}/package.json`,
    ]),
    'package-lock.json',
    'scripts/prepare/bundle.mjs',
    'scripts/prepare/emit.mjs',
  ],
  output: 'apps/server/dist/bundle/main.js',
  wanted: () => true,
  make: bundle,
};

// Slowest first, so that short ones fill the other core.
const parts = [web, ...compiled, server];

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return {};
  }
}

function stale() {
  const built = readStamp();
  return parts
    .map((part) => ({ ...part, print: fingerprint(part.sources) }))
    .filter((part) => built[part.name] !== part.print || !existsSync(join(root, part.output)));
}

async function make(part) {
  const { code, output } = await part.make();
  if (code === 0) return part;
  console.error(`${output}\n${part.name} could not be built.`);
  return undefined;
}

function remember(made) {
  const stamp = { ...readStamp(), ...Object.fromEntries(made.map((part) => [part.name, part.print])) };
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, JSON.stringify(stamp, undefined, 1));
}

export async function ensureBuilt() {
  if (stale().length === 0) return;
  await alone(async () => {
    const todo = stale().filter((part) => part.wanted());
    if (todo.length === 0) return;
    const begin = performance.now();
    console.log(`Building ${todo.map((part) => part.name).join(', ')}`);
    const made = (await twoAtATime(todo.map((part) => () => make(part)))).filter(Boolean);
    remember(made);
    if (made.length < todo.length) process.exit(1);
    console.log(`Built in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  });
}
