// npm run import -- FILE..., npm run bench -- NAME: a command of the installed and built product.
import { requireNode } from './prepare/node-version.mjs';

requireNode();
const { prepare } = await import('./prepare/prepare.mjs');
const { becomeServer } = await import('./prepare/application.mjs');
const { run, stopWithChildren } = await import('./prepare/command.mjs');
await prepare();

const [command, ...args] = process.argv.slice(2);
if (command === 'bench') {
  stopWithChildren();
  const { code } = await run(process.execPath, ['--conditions=source', '--import', 'tsx', 'bench/main.ts', ...args], { terminal: true });
  process.exitCode = code;
} else {
  await becomeServer([command, ...args]);
}
