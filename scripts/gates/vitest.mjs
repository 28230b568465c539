import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root, runPackage } from '../prepare/command.mjs';

/** Seconds after which a project hangs. */
const limits = { unit: 1500, web: 600, http: 1900, browser: 2800 };

const lineOf = (file, name, message) => [relative(root, file), name, message.split('\n')[0].slice(0, 300)].filter(Boolean).join(' > ');

/** A line for each failed test or unreadable file: place, name, reason. */
function failuresOf({ testResults = [] }) {
  return testResults.flatMap(({ name: file, status, message = '', assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (tests.length === 0) return status === 'failed' ? [lineOf(file, '', message)] : [];
    return tests.map(({ fullName, failureMessages }) => lineOf(file, fullName, failureMessages[0] ?? ''));
  });
}

/** Runs one project of vitest.config.ts. Resolves with result, counts, failed files, and a line for each failure. */
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
    `--outputFile.json=${report}`,
    ...filters,
  ];
  const result = await runPackage('vitest/vitest.mjs', args, { terminal, limit });
  const results = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
  const { numPassedTests: passed = 0, numFailedTests = 0 } = results;
  const failures = failuresOf(results);
  // A crash or an unreadable file fails no single test.
  if (result.code !== 0 && failures.length === 0) failures.push(`${name} tests ended with code ${result.code}`);
  const failed = result.code === 0 ? numFailedTests : Math.max(1, numFailedTests);
  const failedFiles = (results.testResults ?? []).flatMap(({ name: file, status }) => (status === 'failed' ? [relative(root, file)] : []));
  return { ...result, passed, failed, failures, failedFiles };
}

/** More failed files have a common cause. */
const mostRepeated = 3;

/**
 * Runs a project, then a few failed files once more. `unreliable` lists the failures of the first run if the second has none.
 */
export async function runRepeating(name, options) {
  const first = await runProject(name, [], options);
  const { failedFiles } = first;
  if (failedFiles.length === 0 || failedFiles.length > mostRepeated) return { ...first, unreliable: [] };
  console.log(`\nOnce more: ${failedFiles.join(', ')}`);
  const second = await runProject(name, failedFiles, options);
  const passed = first.passed + first.failed - second.failed;
  return { ...second, passed, unreliable: second.failed === 0 ? first.failures : [] };
}
