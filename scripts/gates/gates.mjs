import { root, runPackage } from '../prepare/command.mjs';
import { cruise } from './directions.mjs';
import { checkGenerated } from './generated.mjs';
import { checkSettings } from './settings.mjs';
import { checkTableTypes } from './table-types.mjs';
import { checkTableWriters } from './table-writers.mjs';
import { checkTexts } from './texts.mjs';

const program =
  (file, ...args) =>
  () =>
    runPackage(file, args);

const scan = (find) => async () => {
  const begin = performance.now();
  const wrong = find();
  return { code: wrong.length > 0 ? 1 : 0, output: wrong.join('\n'), seconds: (performance.now() - begin) / 1000 };
};

/** One checker per project: two take 1.5 times as long, and other gates use the second core. */
const types = (project, name) =>
  program(
    'typescript/bin/tsc',
    '-p',
    project,
    '--checkers',
    '1',
    '--incremental',
    '--tsBuildInfoFile',
    `${root}/.cache/types-${name}.tsbuildinfo`,
  );

/** Each resolves with {code, output, seconds}. */
export const gates = [
  { name: 'types', run: types('tsconfig.json', 'node') },
  { name: 'types of the web app', run: types('apps/web/tsconfig.json', 'web') },
  { name: 'types of the journeys', run: types('e2e/tsconfig.json', 'journeys') },
  { name: 'format', run: program('oxfmt/bin/oxfmt', '--check') },
  { name: 'lint', run: program('oxlint/bin/oxlint') },
  { name: 'directions', run: () => cruise() },
  { name: 'unused code', run: program('knip/bin/knip.js', '--no-progress', '--no-config-hints') },
  { name: 'texts', run: scan(checkTexts) },
  { name: 'tables', run: scan(() => [...checkTableWriters(), ...checkTableTypes()]) },
  { name: 'settings', run: scan(checkSettings) },
  { name: 'generated files', run: scan(checkGenerated) },
];
