import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Guard } from './mutant.ts';

export interface Outcome {
  /** Tests that failed, by file and name. */
  failed: string[];
  passed: number;
  /** What no test says: a file that could not be loaded, or a run without a result. */
  broken: string | undefined;
}

interface Report {
  testResults: { name: string; status: string; message: string; assertionResults: { status: string; fullName: string }[] }[];
}

/** Longer than any of these tests takes. */
const patienceMs = 300_000;

function read(file: string, folder: string): Outcome {
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName }) => ({ status, name: `${name.replace(`${folder}/`, '')}: ${fullName}` })),
  );
  // Hooks that fail, and files that cannot be loaded.
  const suites = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((each) => each.status === 'failed'),
  );
  return {
    failed: tests.filter(({ status }) => status === 'failed').map(({ name }) => name),
    passed: tests.filter(({ status }) => status === 'passed').length,
    broken: suites[0] && `${suites[0].name.replace(`${folder}/`, '')}: ${suites[0].message.split('\n', 1)[0] ?? ''}`,
  };
}

/** Runs those tests in a checkout; with `stopsEarly` no further than to the first that fails. */
export async function runTests(
  folder: string,
  { project, files, names }: Guard,
  { stopsEarly }: { stopsEarly: boolean },
): Promise<Outcome> {
  const report = join(folder, 'mutant-report.json');
  rmSync(report, { force: true });
  const words = [
    'run',
    '--project',
    project,
    '--maxWorkers=1',
    '--reporter=json',
    `--outputFile=${report}`,
    ...(stopsEarly ? ['--bail=1'] : []),
  ];
  const chosen = [...(names === undefined ? [] : ['-t', names]), ...files];
  const child = spawn(process.execPath, [join(folder, 'node_modules/vitest/vitest.mjs'), ...words, ...chosen], {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, CI: 'true', NODE_OPTIONS: '' },
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await once(child, 'exit');
  clearTimeout(timer);
  if (!existsSync(report)) return { failed: [], passed: 0, broken: 'the tests came to no end' };
  return read(report, folder);
}
