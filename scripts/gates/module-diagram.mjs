// The diagram of the server's modules in docs/ARCHITECTURE.md, made of their imports.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../prepare/command.mjs';
import { readModuleEdges } from './module-edges.mjs';
import { checkout } from './tree.mjs';

const page = 'docs/ARCHITECTURE.md';
const place = /(<!-- modules: npm run diagram -->\n)[\s\S]*?(<!-- \/modules -->)/;

/** Everything that can be reached from a module. */
function reached(edges, from, found = new Set()) {
  for (const to of edges.get(from)?.keys() ?? []) {
    if (found.has(to)) continue;
    found.add(to);
    reached(edges, to, found);
  }
  return found;
}

/** Arrows without those that longer ways imply. The graph has no cycles: a gate sees to it. */
function arrows(edges) {
  return [...edges].flatMap(([from, direct]) =>
    [...direct.keys()]
      .filter((to) => ![...direct.keys()].some((other) => other !== to && reached(edges, other).has(to)))
      .map((to) => [from, to]),
  );
}

const idOf = (module) => module.replaceAll(/[^a-z]/g, '_');
const nameOf = (module) => module.split('/').at(-1);
const byName = (one, other) => (one < other ? -1 : 1);

const node = (module, indent = '  ') => `${indent}${idOf(module)}["${nameOf(module)}"]`;

/** The modules as Mermaid: whoever needs another stands left of it. Areas are boxes. */
function draw(tree) {
  const edges = readModuleEdges(tree);
  const modules = [...edges.keys()].toSorted(byName);
  const areas = [...new Set(modules.filter((module) => module.includes('/')).map((module) => module.split('/')[0]))];
  const boxes = areas.flatMap((area) => [
    `  subgraph ${area}`,
    ...modules.filter((module) => module.startsWith(`${area}/`)).map((module) => node(module, '    ')),
    '  end',
  ]);
  const single = modules.filter((module) => !module.includes('/')).map((module) => node(module));
  const lines = arrows(edges)
    .map(([from, to]) => `  ${idOf(from)} --> ${idOf(to)}`)
    .toSorted(byName);
  return ['```mermaid', 'flowchart LR', ...boxes, ...single, ...lines, '```', ''].join('\n');
}

const withDiagram = (tree) => tree.read(page).replace(place, (_whole, begin, end) => `${begin}${draw(tree)}${end}`);

export const writeDiagram = () => writeFileSync(join(root, page), withDiagram(checkout));

/** What is wrong with the diagram, a line each. */
export function checkModuleDiagram(tree = checkout) {
  const text = tree.read(page);
  if (!place.test(text)) return [`${page}: there is no place for the diagram of the modules`];
  return withDiagram(tree) === text ? [] : [`${page}: the modules have changed: npm run diagram`];
}
