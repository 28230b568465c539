import { root, runPackage } from '../prepare/command.mjs';
import { checkContractTypes } from './contract-types.mjs';
import { cruise } from './directions.mjs';
import { checkEventTopics } from './event-topics.mjs';
import { checkImage } from './image.mjs';
import { checkModuleCycles } from './module-cycles.mjs';
import { checkModuleDiagram } from './module-diagram.mjs';
import { checkNouns } from './nouns.mjs';
import { checkReplacedNames } from './replaced-names.mjs';
import { checkReplacedWords } from './replaced-words.mjs';
import { checkSettings } from './settings.mjs';
import { checkSingleReaders } from './single-readers.mjs';
import { checkTableTypes } from './table-types.mjs';
import { checkTableWriters } from './table-writers.mjs';
import { checkTextTypes } from './text-types.mjs';
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

/**
 * One checker for each: two take half as much work again, and other gates use the second core. What has not changed since the last time is
 * not looked at again.
 */
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

/** Everything that is checked without running the product. Each answers {code, output, seconds}. */
export const gates = [
  { name: 'types', run: types('tsconfig.json', 'node') },
  { name: 'types of the web app', run: types('apps/web/tsconfig.json', 'web') },
  { name: 'types of the journeys', run: types('e2e/tsconfig.json', 'journeys') },
  { name: 'format', run: program('oxfmt/bin/oxfmt', '--check') },
  { name: 'lint', run: program('oxlint/bin/oxlint') },
  { name: 'directions', run: () => cruise() },
  { name: 'unused code', run: program('knip/bin/knip.js', '--no-progress', '--no-config-hints') },
  { name: 'texts', run: scan(checkTexts) },
  { name: 'types of texts', run: scan(checkTextTypes) },
  { name: 'replaced words', run: scan(checkReplacedWords) },
  { name: 'replaced names', run: scan(checkReplacedNames) },
  { name: 'single readers', run: scan(checkSingleReaders) },
  { name: 'types of the contract', run: scan(checkContractTypes) },
  { name: 'image', run: scan(checkImage) },
  { name: 'table writers', run: scan(checkTableWriters) },
  { name: 'table types', run: scan(checkTableTypes) },
  { name: 'module cycles', run: scan(checkModuleCycles) },
  { name: 'module diagram', run: scan(checkModuleDiagram) },
  { name: 'nouns', run: scan(checkNouns) },
  { name: 'event topics', run: scan(checkEventTopics) },
  { name: 'settings', run: scan(() => checkSettings()) },
];
