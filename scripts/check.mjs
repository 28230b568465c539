// npm run check: everything that takes less than a minute. What needs a database or a browser is left to npm test.
import { requireNode } from './prepare/node-version.mjs';

requireNode();
const { ensureInstalled } = await import('./prepare/install.mjs');
const { stopWithChildren } = await import('./prepare/command.mjs');
const { runSteps } = await import('./gates/report.mjs');
const { runProject } = await import('./gates/vitest.mjs');
const { isProof, isTest, listFiles } = await import('./prepare/sources.mjs');

// Generated cases, texts of megabytes, other processes, killed servers and gates that read all files again take their time: npm test runs these.
const slow =
  /conformance\.test|linear\.test|embedded-search\.test|supervisor\.test|smtp-imap\/.*\.test|shutdown\.test|\.http\.test|\/routes\.test|^apps\/server\/test\/|^scripts\/gates\//;
const quick = ['packages', 'apps', 'scripts'].flatMap(listFiles).filter((path) => isTest(path) && !isProof(path) && !slow.test(path));

// Some twenty seconds where nothing else runs; a busy machine must not fail them.
const limit = 240;

stopWithChildren();
await ensureInstalled();
// Gates read code by packages that are installed by now.
const { gates } = await import('./gates/gates.mjs');
const failed = await runSteps([{ name: 'unit tests', run: () => runProject('unit', quick, { limit }) }, ...gates]);
console.log(failed.length === 0 ? 'All well' : `${failed.length} of ${gates.length + 1} steps failed`);
process.exit(failed.length === 0 ? 0 : 1);
