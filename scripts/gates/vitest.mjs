import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, runPackage } from '../prepare/command.mjs';

/** Seconds after which a project hangs rather than works. */
const limits = { unit: 1200, http: 1900, browser: 2800 };

/** Runs one project of vitest.config.ts. Resolves with its result and the numbers of its own report. */
export async function runProject(name, filters = [], { terminal = false, limit = limits[name] } = {}) {
  const report = join(root, '.cache', `tests-${name}.json`);
  rmSync(report, { force: true });
  const args = [
    'run',
    '--project',
    name,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    '--reporter=./scripts/gates/second-attempts.mjs',
    `--outputFile.json=${report}`,
    ...filters,
  ];
  const result = await runPackage('vitest/vitest.mjs', args, { terminal, limit });
  const { numPassedTests: passed = 0, numFailedTests = 0 } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
  // A file that cannot be loaded, or a crash, fails no test by number, yet something failed.
  const failed = result.code === 0 ? numFailedTests : Math.max(1, numFailedTests);
  return { ...result, passed, failed };
}
