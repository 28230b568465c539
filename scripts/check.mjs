// npm run check: everything that takes less than a minute. What needs a database or a browser is left to npm test.
import { requireNode } from './prepare/node-version.mjs';

requireNode();
const { ensureInstalled } = await import('./prepare/install.mjs');
const { stopWithChildren } = await import('./prepare/command.mjs');
const { gates } = await import('./gates/gates.mjs');
const { runSteps } = await import('./gates/report.mjs');
const { runProject } = await import('./gates/vitest.mjs');

// Whole minutes of generated cases and of killed servers: npm test runs these.
const slow = ['**/conformance.test.ts', '**/postgres/supervisor.test.ts'].flatMap((file) => ['--exclude', file]);

stopWithChildren();
await ensureInstalled();
const failed = await runSteps([{ name: 'unit tests', run: () => runProject('unit', slow, { limit: 60 }) }, ...gates]);
console.log(failed === 0 ? 'All well' : `${failed} of ${gates.length + 1} steps failed`);
process.exit(failed === 0 ? 0 : 1);
