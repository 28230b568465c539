// npm run lint, npm run typecheck: one part of npm run check.
import { requireNode } from './prepare/node-version.mjs';

requireNode();
const { ensureInstalled } = await import('./prepare/install.mjs');
const { stopWithChildren } = await import('./prepare/command.mjs');
const { runSteps } = await import('./gates/report.mjs');

const parts = { lint: (name) => ['format', 'lint'].includes(name), types: (name) => name.startsWith('types') };
const part = parts[process.argv[2]];
if (!part) throw new Error(`Usage: node scripts/gate.mjs ${Object.keys(parts).join(' | ')}`);
await ensureInstalled();
stopWithChildren();
const { gates } = await import('./gates/gates.mjs');
const failed = await runSteps(gates.filter(({ name }) => part(name)));
process.exitCode = failed.length === 0 ? 0 : 1;
