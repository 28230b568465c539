// npm run import -- FILE..., npm run bench -- NAME: a command of the installed and built product.
import { allocatorSettings } from './prepare/allocator.mjs';
import { requireNode } from './prepare/node-version.mjs';

requireNode();
const { prepare } = await import('./prepare/prepare.mjs');
const { becomeServer } = await import('./prepare/application.mjs');
const { run, stopWithChildren } = await import('./prepare/command.mjs');
await prepare();

const sources = { bench: 'bench/main.ts', 'keep-release': 'apps/server/test/releases/keep.ts' };

const [command, ...args] = process.argv.slice(2);
if (sources[command]) {
  stopWithChildren();
  const options = { terminal: true, limit: null, env: allocatorSettings };
  const { code } = await run(process.execPath, ['--conditions=source', '--import', 'tsx', sources[command], ...args], options);
  process.exitCode = code;
} else {
  await becomeServer([command, ...args]);
}
