// npm test [-- unit | web | http | browser ...] [FILTER ...]: gates and all tests, or the projects named. The last line is "N passed, N failed".
import { requireNode } from './prepare/node-version.mjs';

requireNode();
const { prepare } = await import('./prepare/prepare.mjs');
const { run, stopWithChildren } = await import('./prepare/command.mjs');
const { runSteps } = await import('./gates/report.mjs');
const { runProject, runRepeating } = await import('./gates/vitest.mjs');

const projects = ['unit', 'web', 'http', 'browser'];
const asked = process.argv.slice(2);
const named = projects.filter((name) => asked.includes(name));
const chosen = named.length > 0 ? named : projects;
const filters = asked.filter((word) => !projects.includes(word));

// Only journeys run the built product.
await prepare({ builds: chosen.includes('browser') });
// Workers inherit the seed, so a run over midnight keeps it.
const seed = (process.env.HEADWATER_TEST_SEED ||= new Date().toISOString().slice(0, 10));
const seedLine = `Samples: HEADWATER_TEST_SEED=${seed}`;
console.log(seedLine);
stopWithChildren();
// Packages are installed by now.
const { gates } = await import('./gates/gates.mjs');

const failedGates = asked.length === 0 ? await runSteps(gates) : [];
const results = [];
for (const name of chosen) {
  console.log(`\n${name} tests`);
  results.push(await (asked.length === 0 ? runRepeating(name, { terminal: true }) : runProject(name, filters, { terminal: true })));
}

if (asked.length === 0) {
  console.log('');
  await run(process.execPath, ['scripts/size-report.mjs'], { terminal: true });
}
const coverage = asked.length === 0 ? await run(process.execPath, ['scripts/coverage-requirements.mjs'], { terminal: true }) : { code: 0 };
const failures = [
  ...failedGates,
  ...results.flatMap((result) => result.failures),
  ...(coverage.code === 0 ? [] : ['coverage of requirements']),
];
if (failures.length > 0) console.log(['\nFailed:', ...failures, seedLine].join('\n  '));
const unreliable = results.flatMap((result) => result.unreliable ?? []);
if (unreliable.length > 0) console.log(['\nUnreliable, failed once and passed when repeated:', ...unreliable, seedLine].join('\n  '));
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
const failed = sum('failed') + failedGates.length + (coverage.code === 0 ? 0 : 1);
console.log(`${sum('passed')} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
