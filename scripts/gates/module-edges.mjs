// Which module of the server needs which, read from the imports.
import { dirname, join, normalize } from 'node:path';
import { isTest } from '../prepare/sources.mjs';
import { checkout } from './tree.mjs';

const source = 'apps/server/src';

/** `modules/<name>`, or `modules/<area>/<name>` where an area has modules of its own. */
const modulePattern = /^apps\/server\/src\/modules\/((?:messaging\/)?[^/]+)\//;

/** The module that a file belongs to; undefined outside of modules. */
export const moduleOf = (file) => modulePattern.exec(file)?.[1];

function targetOf(file, specifier) {
  const [sign, ...rest] = specifier;
  if (sign === '#') return `${source}/${rest.join('')}`;
  return sign === '.' ? normalize(join(dirname(file), specifier)) : '';
}

/** For each module those that it needs, with one file that says so: Map<from, Map<to, file>>. */
export function readModuleEdges(tree = checkout) {
  const edges = new Map();
  for (const file of tree.list(`${source}/modules`)) {
    const from = moduleOf(file);
    if (!from || !file.endsWith('.ts') || isTest(file)) continue;
    if (!edges.has(from)) edges.set(from, new Map());
    const known = edges.get(from);
    for (const [, specifier] of tree.read(file).matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)/g)) {
      const to = specifier && moduleOf(targetOf(file, specifier));
      if (to && to !== from && !known.has(to)) known.set(to, file);
    }
  }
  return edges;
}
