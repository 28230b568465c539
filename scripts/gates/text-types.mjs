// lib/texts.ts of the web app names the texts of every folder, so that their keys are types. It is written from the folders that there are.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../prepare/command.mjs';
import { checkout } from './tree.mjs';

const source = 'apps/web/src';
const target = `${source}/lib/texts.ts`;

const property = (name) => (name.includes('-') ? `'${name}'` : name);
const camel = (name) => name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());

function textTypes(tree) {
  const found = tree.list(source).flatMap((file) => {
    const name = /([^/]+)\/texts\/en\.json$/.exec(file)?.[1];
    return name ? [{ name, path: `..${file.slice(source.length)}` }] : [];
  });
  const sorted = found.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  return `${sorted.map(({ name, path }) => `import type ${camel(name)} from '${path}';`).join('\n')}

/** The typed keys by namespace, which is the name of the folder. Written by \`npm run texts\`. */
export interface Texts {
${sorted.map(({ name }) => `  ${property(name)}: typeof ${camel(name)};`).join('\n')}
}
`;
}

export const writeTextTypes = () => writeFileSync(join(root, target), textTypes(checkout));

/** A sentence where a folder of texts came or went since. */
export const checkTextTypes = (tree = checkout) =>
  tree.read(target) === textTypes(tree) ? [] : [`${target} is not what the folders of texts say: npm run texts`];
