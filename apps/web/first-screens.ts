import { join } from 'node:path';

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[]; code: string | null } | null;
}

const file = (path: string) => join(import.meta.dirname, 'src', path);
const screens = {
  // `start` comes first: a part that every page needs must not load the other groups.
  start: ['main.tsx'],
  login: ['app/pages/LoginPage.tsx', 'app/pages/login/SignInSteps.tsx'],
  'signed-in': ['app/search-tree.ts'],
  frame: ['app/shell/Shell.tsx', 'app/pages/SearchPage.tsx', 'features/search/api/start-search.ts'],
  found: ['features/search/components/ResultsLayout.tsx'],
  routes: ['app/route-tree.ts'],
};
type Group = keyof typeof screens;

/** Libraries have one entry module, so their imports do not show which parts a screen uses. */
const isOurs = (id: string) => !id.includes('/node_modules/');

function reached(graph: Graph, roots: readonly string[]): { modules: Set<string>; icons: Set<string> } {
  const modules = new Set<string>();
  const icons = new Set<string>();
  const left = [...roots];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    const module = isOurs(id) && !modules.has(id) && graph.getModuleInfo(id);
    if (!module) continue;
    modules.add(id);
    left.push(...module.importedIds);
    for (const [name] of module.code?.matchAll(/\bIcon[A-Z]\w*/g) ?? []) icons.add(name);
  }
  return { modules, icons };
}

const ofSignIn = /\/src\/(?:app\/pages|features)\/|^Icon/;
const iconOf = (id: string) => /@tabler\/icons-react\/.*\/(Icon\w+)\.\w+$/.exec(id)?.[1];

function sort(graph: Graph): Map<string, Group> {
  const groups = new Map<string, Group>();
  const routes = reached(graph, screens.routes.map(file)).modules;
  const behind = reached(graph, [...screens['signed-in'], ...screens.frame, ...screens.found, ...screens.routes].map(file));
  for (const [name, roots] of Object.entries(screens) as [Group, string[]][]) {
    const { modules, icons } = reached(graph, roots.map(file));
    for (const part of [...modules, ...icons]) {
      // In `frame`, parts shared with the routes would load the frame on visitors' pages.
      const isShared = (name === 'frame' || name === 'found') && routes.has(part);
      const isCommon = name === 'login' && (!ofSignIn.test(part) || behind.modules.has(part) || behind.icons.has(part));
      if (!groups.has(part)) groups.set(part, isCommon ? 'start' : isShared ? 'signed-in' : name);
    }
  }
  return groups;
}

/**
 * Chunk groups of the first screens. Without them the bundler writes one file per shared part: 70
 * requests before the first result.
 */
export function firstScreens() {
  let groups: Map<string, Group> | undefined;
  const group = (name: Group) => ({
    name: (id: string, graph: Graph) => ((groups ??= sort(graph)).get(iconOf(id) ?? id) === name ? name : undefined),
    debugName: name,
  });
  return {
    start: group('start'),
    login: group('login'),
    signedIn: group('signed-in'),
    frame: group('frame'),
    found: group('found'),
    routes: group('routes'),
  };
}
