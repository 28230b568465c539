// On the server one file reads the environment and one reads the time, so that a test can set both.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../prepare/command.mjs';
import { isTest, listFiles } from '../prepare/sources.mjs';

const rules = [
  { pattern: /\bprocess\.env\b/, only: 'apps/server/src/env.ts', what: 'the environment' },
  { pattern: /\bDate\.now\(|\bnew Date\(\s*\)|\bperformance\.now\(/, only: 'apps/server/src/platform/clock.ts', what: 'the time' },
];

const withoutComments = (line) => line.replace(/^\s*(\*|\/\*\*?).*$/, '').replace(/\/\/.*$/, '');

/** Sentences naming each place that reads what only one file may read. */
export function checkSingleReaders() {
  const files = listFiles('apps/server/src').filter((file) => file.endsWith('.ts') && !isTest(file));
  return files.flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n').map(withoutComments);
    return rules
      .filter(({ only }) => only !== file)
      .flatMap(({ pattern, only, what }) =>
        lines.flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} reads ${what}: only ${only} does`] : [])),
      );
  });
}
