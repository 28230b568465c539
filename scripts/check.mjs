// npm run check: checks of less than a minute, without database and browser.
import { requireNode } from './prepare/node-version.mjs';

requireNode();
const { ensureInstalled } = await import('./prepare/install.mjs');
const { stopWithChildren } = await import('./prepare/command.mjs');
const { runSteps } = await import('./gates/report.mjs');
const { runProject } = await import('./gates/vitest.mjs');
const { isProof, isTest, listFiles } = await import('./prepare/sources.mjs');

// Slow tests run in npm test only.
const slow = new RegExp(
  [
    '(?:conformance|linear|embedded-search|supervisor|shutdown|http|extract|prepared-text|parse-csv|passwords|value-sets|send-window)\\.test',
    '(?:task-runs|worker-thread|connections|every-id|drafts|service)\\.test',
    'smtp-imap/.*\\.test|telegram/server\\.test|/routes\\.test',
    '^apps/server/test/|^scripts/gates/',
  ].join('|'),
);
const quick = ['packages', 'apps', 'scripts'].flatMap(listFiles).filter((path) => isTest(path) && !isProof(path) && !slow.test(path));

// Seconds; about twenty on an idle machine.
const limit = 240;

stopWithChildren();
await ensureInstalled();
const { gates } = await import('./gates/gates.mjs');
const failed = await runSteps([{ name: 'unit tests', run: () => runProject('unit', quick, { limit }) }, ...gates]);
console.log(failed.length === 0 ? 'All well' : `${failed.length} of ${gates.length + 1} steps failed`);
process.exit(failed.length === 0 ? 0 : 1);
