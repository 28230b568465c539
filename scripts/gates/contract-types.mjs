// The server validates: the library of the contract's schemas would cost every first load of the web app 45 kB. It takes types and texts from
// the contract; values that both know lie in the domain.
import { isTest } from '../prepare/sources.mjs';
import { checkout } from './tree.mjs';

const folder = 'apps/web/src';
/** Read while the web app is built. */
const ofTheBuild = new Set([`${folder}/lib/wire-contract.ts`]);
// `import { type A }` loads the module all the same.
const statement = /^(?:import|export)\s+(?!type\b)([^'";]*?)\s*from\s+'(@headwater\/contract\/[^']+)'/gm;
const isText = (module) => /\/(?:catalogue\/|(?:status-)?texts$)/.test(module);

/** Sentences naming each value that a text of the web app takes from a module with schemas. */
export const valuesOfTheContract = (text) =>
  [...text.matchAll(statement)]
    .filter(([, , module]) => !isText(module))
    .map(([, names, module]) => `${names.replaceAll(/\s+/g, ' ')} of ${module}`);

/** Sentences naming each file that loads schemas into the browser. */
export const checkContractTypes = (tree = checkout) =>
  tree
    .list(folder)
    .filter((file) => /\.tsx?$/.test(file) && !isTest(file) && !ofTheBuild.has(file))
    .flatMap((file) =>
      valuesOfTheContract(tree.read(file)).map(
        (value) => `${file} takes ${value}: only types come from the contract, values lie in packages/domain`,
      ),
    );
