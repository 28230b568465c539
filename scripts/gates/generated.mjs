import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../prepare/command.mjs';
import { diagram } from '../generated/module-diagram.mjs';
import { nouns } from '../generated/nouns.mjs';
import { textTypes } from '../generated/text-types.mjs';
import { checkout } from './tree.mjs';

/** Replaces the text between `<!-- name -->` and `<!-- /name -->`. */
const between = (page, name, text) => {
  const place = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`);
  if (!place.test(page)) throw new Error(`docs/ARCHITECTURE.md has no place for ${name}`);
  return page.replace(place, (_all, begin, end) => `${begin}${text}${end}`);
};

const architecture = (tree) => {
  const page = tree.read('docs/ARCHITECTURE.md');
  return between(between(page, 'modules', diagram(tree)), 'nouns', nouns(tree, page));
};

const generators = { 'docs/ARCHITECTURE.md': architecture, 'apps/web/src/lib/texts.ts': textTypes };

export const writeGenerated = () =>
  Object.entries(generators).forEach(([path, generate]) => writeFileSync(join(root, path), generate(checkout)));

export const checkGenerated = (tree = checkout) =>
  Object.entries(generators)
    .filter(([path, generate]) => tree.read(path) !== generate(tree))
    .map(([path]) => `${path} is out of date: npm run generate`);
