// No cycles between modules of the server: two that need each other are one, or one of them states a port that the composition root fills.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { root } from '../prepare/command.mjs';
import { isTest, listFiles } from '../prepare/sources.mjs';

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

/** Which module needs which, with one import that says so: `from > to` to the file. */
function readEdges() {
  const edges = new Map();
  for (const file of listFiles(`${source}/modules`)) {
    const from = moduleOf(file);
    if (!from || !file.endsWith('.ts') || isTest(file)) continue;
    for (const [, specifier] of readFileSync(join(root, file), 'utf8').matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)/g)) {
      const to = specifier && moduleOf(targetOf(file, specifier));
      if (!to || to === from) continue;
      const known = edges.get(from) ?? new Map();
      edges.set(from, known.set(to, known.get(to) ?? file));
    }
  }
  return edges;
}

/** Sentences naming each cycle between modules, with a file for each step of it. */
export function checkModuleCycles() {
  const edges = readEdges();
  const done = new Set();
  const wrong = [];
  const visit = (module, path) => {
    const begin = path.indexOf(module);
    if (begin >= 0) {
      const cycle = [...path.slice(begin), module];
      const files = cycle.slice(1).map((to, index) => edges.get(cycle[index])?.get(to));
      wrong.push(`${cycle.join(' -> ')}: ${files.join(', ')}`);
      return;
    }
    if (done.has(module)) return;
    for (const to of edges.get(module)?.keys() ?? []) visit(to, [...path, module]);
    done.add(module);
  };
  for (const module of edges.keys()) visit(module, []);
  return wrong;
}
