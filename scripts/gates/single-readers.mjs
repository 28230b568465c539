// What one file does for all. On the server one reads the environment and one the time, so that a test can set both,
// and one takes advisory locks, so that no number serves two purposes; in the web app one
// says what a phone is and one how code is loaded with its texts.
import { isTest } from '../prepare/sources.mjs';
import { checkout } from './tree.mjs';

const rules = {
  'apps/server/src': [
    { pattern: /\bprocess\.env\b/, only: 'env.ts', what: 'reads the environment' },
    { pattern: /\bDate\.now\(|\bnew Date\(\s*\)|\bperformance\.now\(/, only: 'platform/clock.ts', what: 'reads the time' },
    { pattern: /pg_(try_)?advisory/, only: 'platform/database/locks.ts', what: 'takes an advisory lock' },
  ],
  'apps/web/src': [
    { pattern: /47\.99em/, only: 'lib/use-phone.ts', what: 'asks whether this is a phone' },
    { pattern: /\blazy\(/, only: 'lib/lazy-with-texts.ts', what: 'loads a component by itself' },
  ],
};

const withoutComments = (line) => line.replace(/^\s*(\*|\/\*\*?).*$/, '').replace(/\/\/.*$/, '');

/** Sentences naming each place that does what only one file may do. */
export function checkSingleReaders(tree = checkout) {
  return Object.entries(rules).flatMap(([folder, ofFolder]) =>
    tree
      .list(folder)
      .filter((file) => /\.tsx?$/.test(file) && !isTest(file))
      .flatMap((file) => {
        const lines = tree.read(file).split('\n').map(withoutComments);
        return ofFolder
          .filter(({ only }) => `${folder}/${only}` !== file)
          .flatMap(({ pattern, only, what }) =>
            lines.flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${what}: only ${folder}/${only} does`] : [])),
          );
      }),
  );
}
