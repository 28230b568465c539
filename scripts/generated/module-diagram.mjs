import { readModuleEdges } from './module-edges.mjs';

function reached(edges, from, found = new Set()) {
  for (const to of edges.get(from) ?? []) {
    if (found.has(to)) continue;
    found.add(to);
    reached(edges, to, found);
  }
  return found;
}

const arrows = (edges) =>
  [...edges].flatMap(([from, direct]) =>
    [...direct].filter((to) => ![...direct].some((other) => other !== to && reached(edges, other).has(to))).map((to) => [from, to]),
  );

const idOf = (module) => module.replaceAll(/[^a-z]/g, '_');
const node = (module) => `${idOf(module)}["${module.split('/').at(-1)}"]`;

/** Mermaid diagram of the server's modules. Areas are boxes. */
export function diagram(tree) {
  const edges = readModuleEdges(tree);
  const modules = [...edges.keys()].toSorted();
  const areas = [...new Set(modules.filter((module) => module.includes('/')).map((module) => module.split('/')[0]))];
  const boxes = areas.flatMap((area) => [
    `  subgraph ${area}`,
    ...modules.filter((module) => module.startsWith(`${area}/`)).map((module) => `    ${node(module)}`),
    '  end',
  ]);
  const single = modules.filter((module) => !module.includes('/')).map((module) => `  ${node(module)}`);
  const lines = arrows(edges).map(([from, to]) => `  ${idOf(from)} --> ${idOf(to)}`);
  return ['```mermaid', 'flowchart LR', ...boxes, ...single, ...lines.toSorted(), '```', ''].join('\n');
}
