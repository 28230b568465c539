// No cycles between modules of the server: two that need each other are one, or one of them states a port that the composition root fills.
import { readModuleEdges } from './module-edges.mjs';
import { checkout } from './tree.mjs';

/** Sentences naming each cycle between modules, with a file for each step of it. */
export function checkModuleCycles(tree = checkout) {
  const edges = readModuleEdges(tree);
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
