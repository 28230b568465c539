// npm run proofs [-- NAME ...]: exhaustive tests, kills and long runs, one after the other. --list prints their names.
import { requireNode } from './prepare/node-version.mjs';

requireNode();
const { existsSync, readFileSync, rmSync } = await import('node:fs');
const { join } = await import('node:path');
const { isMet, proofs, requireTests } = await import('./proofs/list.mjs');
const { root, run, stopWithChildren } = await import('./prepare/command.mjs');

const asked = process.argv.slice(2);
if (asked.includes('--list')) {
  for (const { name, proves } of proofs) console.log(`${name.padEnd(26)} ${proves}`);
  process.exit(0);
}
const unknown = asked.filter((name) => !proofs.some((proof) => proof.name === name));
if (unknown.length > 0) {
  console.error(`No such proof: ${unknown.join(', ')}. npm run proofs -- --list prints the names.`);
  process.exit(2);
}

const { prepare } = await import('./prepare/prepare.mjs');
const { runProject } = await import('./gates/vitest.mjs');
await prepare();
stopWithChildren();

/** Seconds. */
const limit = 7200;
process.env.HEADWATER_PROOFS = 'on';

async function runBench(words) {
  const report = join(root, '.cache', 'proof.json');
  rmSync(report, { force: true });
  const { code, seconds } = await run(process.execPath, ['scripts/run.mjs', 'bench', ...words, '--json', report], {
    terminal: true,
    limit,
  });
  const rows = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).rows : [];
  const missed = rows.filter((row) => !isMet(row)).map((row) => `${row.metric}: ${row.value} instead of ${row.target}`);
  return { seconds, failures: code === 0 && rows.length > 0 ? missed : [`ended with code ${code}`, ...missed] };
}

const results = [];
for (const { name, proves, project, files, bench } of proofs.filter((proof) => asked.length === 0 || asked.includes(proof.name))) {
  console.log(`\n${name}: ${proves}`);
  const { seconds, failures } = await (bench ? runBench(bench) : runProject(project, files, { terminal: true, limit }).then(requireTests));
  results.push({ name, seconds, failures });
}

console.log('');
for (const { name, seconds, failures } of results)
  console.log(`${failures.length === 0 ? 'ok    ' : 'FAILED'} ${seconds.toFixed(0).padStart(5)} s  ${name}`);
const failed = results.filter(({ failures }) => failures.length > 0);
if (failed.length > 0)
  console.log(['\nFailed:', ...failed.flatMap(({ name, failures }) => failures.map((line) => `${name}: ${line}`))].join('\n  '));
console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);
