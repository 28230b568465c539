// Names that docs/GLOSSARY.md has replaced are not used in identifiers and file names of all packages and applications.
import { basename } from 'node:path';
import { isTest } from '../prepare/sources.mjs';
import { checkout } from './tree.mjs';

const glossary = 'docs/GLOSSARY.md';
const folders = [
  'apps/server/src',
  'apps/sandbox/src',
  'apps/web/src',
  'packages/contract/src',
  'packages/domain/src',
  'packages/reference/src',
];

/** `isHeardSince`, `is_heard_since` and `is-heard-since` are the words ` is heard since `. */
const wordsOf = (name) =>
  ` ${name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase()
    .trim()} `;

/** What stands in the table of replaced names: the words, whether they are replaced as a whole name (`alone`, where a test may still say them), and what is said instead. */
function readTable(tree) {
  const text = tree.read(glossary).split('## Replaced in code')[1] ?? '';
  return [...text.matchAll(/^\| (`.*?) \| (.*?) \|$/gm)].flatMap(([, names, use]) =>
    [...names.matchAll(/`([^`]+)`( alone)?/g)].map(([, name, alone]) => ({ words: wordsOf(name), isWhole: alone !== undefined, use })),
  );
}

const withoutTexts = (code) =>
  code
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\/\/.*$/gm, '')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'/g, '')
    .replaceAll(/`(?:[^`\\]|\\[\s\S])*`/g, '');

/** What a name is replaced by: `everywhere`, and `outsideOfTests` where it is a whole name. */
function replacementOf(table, name) {
  const words = wordsOf(name);
  const everywhere = table.find((entry) => !entry.isWhole && words.includes(entry.words));
  return { everywhere, outsideOfTests: everywhere ?? table.find((entry) => entry.isWhole && words === entry.words) };
}

/** Sentences naming each identifier and file that uses a replaced name. */
export function checkReplacedNames(tree = checkout) {
  const table = readTable(tree);
  if (table.length === 0) return [`${glossary}: the table of replaced names was not found`];
  // Most names stand in many files.
  const known = new Map();
  const lookUp = (name) => known.get(name) ?? known.set(name, replacementOf(table, name)).get(name);
  const files = folders.flatMap(tree.list).filter((file) => /\.tsx?$/.test(file));
  return files.flatMap((file) => {
    const names = new Set(withoutTexts(tree.read(file)).match(/[A-Za-z_$][\w$]*/g));
    return [basename(file).replace(/(?:\.http)?(?:\.test)?\.tsx?$/, ''), ...names].flatMap((name) => {
      const found = lookUp(name)[isTest(file) ? 'everywhere' : 'outsideOfTests'];
      return found ? [`${file}: ${name} is replaced by: ${found.use}`] : [];
    });
  });
}
