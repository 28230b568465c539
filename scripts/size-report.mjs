// npm run size-report: size of the code by file and function, with the budgets.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runPackage } from './prepare/command.mjs';
import { isTest, listFiles } from './prepare/sources.mjs';

const code = ['packages', 'apps', 'e2e', 'bench', 'scripts'].flatMap(listFiles).filter((path) => /\.(ts|tsx|mjs)$/.test(path));
const linesOf = (path) => readFileSync(join(root, path), 'utf8').split('\n').length - 1;
// Journeys and the harness of the HTTP tests count as tests.
const forTests = (path) => isTest(path) || path.startsWith('e2e/') || path.includes('/test/');
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Functions over the budget of 80 lines, as oxlint counts them (blank lines and comments apart). */
async function longFunctions() {
  const { output } = await runPackage('oxlint/bin/oxlint', ['--format', 'json']);
  const found = JSON.parse(output.slice(output.indexOf('{'))).diagnostics;
  return found.filter(({ code: rule, filename }) => rule.includes('max-lines-per-function') && !isTest(filename));
}

const production = code.filter((path) => !forTests(path)).map((path) => ({ path, lines: linesOf(path) }));
const tests = code.filter(forTests).map(linesOf);
const sorted = production.map(({ lines }) => lines).toSorted((one, other) => one - other);
const big = production.filter(({ lines }) => lines > 400);
const long = await longFunctions();

console.log(`Files ${production.length}, lines ${sum(sorted)}, median ${at(sorted, 0.5)} (target 70), p90 ${at(sorted, 0.9)} (target 200)`);
console.log(
  `Files over 400 lines: ${big.length} (${((big.length / Math.max(1, production.length)) * 100).toFixed(1)} %), functions over 80 lines: ${long.length}`,
);
console.log(
  `Tests: ${tests.length} files, ${sum(tests)} lines, ${(sum(tests) / Math.max(1, sum(sorted))).toFixed(2)} to one line of production code`,
);
for (const { path, lines } of big) console.log(`  ${lines}  ${path}`);
for (const { filename } of long) console.log(`  long function in ${filename}`);
