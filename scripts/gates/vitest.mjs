import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root, runPackage } from '../prepare/command.mjs';

/** Seconds after which a project hangs rather than works. */
const limits = { unit: 300, http: 480, browser: 720 };

/**
 * Runs one project of vitest.config.ts. Resolves with its result and the numbers of its own report. `line`: set it apart from a run of the same
 * project beside this one.
 */
export async function runProject(name, filters = [], { terminal = false, limit = limits[name], line = '' } = {}) {
  const report = join(root, '.cache', `tests-${name}${line}.json`);
  rmSync(report, { force: true });
  const args = [
    'run',
    '--project',
    name,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...filters,
  ];
  const result = await runPackage('vitest/vitest.mjs', args, { terminal, limit });
  const { numPassedTests: passed = 0, numFailedTests = 0 } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
  // A file that cannot be loaded, or a crash, fails no test by number, yet something failed.
  const failed = result.code === 0 ? numFailedTests : Math.max(1, numFailedTests);
  return { ...result, passed, failed };
}

/** The journeys in two halves of about the same length, by the sizes of their files. */
function halves(folder) {
  const files = readdirSync(folder).filter((file) => file.endsWith('.test.ts'));
  const bySize = files.map((file) => ({ file, size: statSync(join(folder, file)).size })).toSorted((one, other) => other.size - one.size);
  const lines = [
    { files: [], size: 0 },
    { files: [], size: 0 },
  ];
  for (const { file, size } of bySize) {
    const shorter = lines[0].size <= lines[1].size ? lines[0] : lines[1];
    shorter.files.push(file);
    shorter.size += size;
  }
  return lines.map((line) => line.files.map((file) => `e2e/${file}`));
}

/** A browser waits more than it works: two lines, each with a product of its own, take little longer than the longer one alone. */
export async function runJourneys(filters) {
  if (filters.length > 0 || availableParallelism() < 2) return [await runProject('browser', filters, { terminal: true })];
  const work = halves(join(root, 'e2e')).map(async (files, index) => {
    const result = await runProject('browser', files, { line: `-${index + 1}` });
    console.log(result.output);
    return result;
  });
  return Promise.all(work);
}
