import { isTest } from '../prepare/sources.mjs';

const folder = 'apps/server/src/modules';

/** `<name>`, or `<area>/<name>` for an area with modules of its own. */
export const moduleOf = (file) => /^apps\/server\/src\/modules\/((?:messaging\/)?[^/]+)\//.exec(file)?.[1];

/** Map<from, Set<to>> */
export function readModuleEdges(tree) {
  const edges = new Map();
  for (const file of tree.list(folder)) {
    const from = moduleOf(file);
    if (!from || !file.endsWith('.ts') || isTest(file)) continue;
    const known = edges.get(from) ?? edges.set(from, new Set()).get(from);
    for (const [, path] of tree.read(file).matchAll(/(?:from |import\()'#([^']+)'/g)) {
      const to = moduleOf(`apps/server/src/${path}`);
      if (to && to !== from) known.add(to);
    }
  }
  return edges;
}
