import { join } from 'node:path';

/** What rolldown tells of a module while it decides about chunks. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[]; code: string | null } | null;
}

const file = (path: string) => join(import.meta.dirname, 'src', path);
/** A screen of a group brings what it imports, less what the groups before it have. */
const screens = {
  // First: what every page needs is no reason for it to load the others.
  start: ['main.tsx'],
  login: ['app/pages/LoginPage.tsx', 'app/pages/login/SignInSteps.tsx'],
  'signed-in': ['app/search-tree.ts'],
  frame: ['app/shell/Shell.tsx', 'app/pages/SearchPage.tsx', 'features/search/api/start-search.ts'],
  found: ['features/search/components/ResultsLayout.tsx'],
  routes: ['app/route-tree.ts'],
};
type Group = keyof typeof screens;

/** Libraries are entered through one module that names all of their parts: what a screen uses of them is not seen from there. */
const isOurs = (id: string) => !id.includes('/node_modules/');

/** The modules that a screen imports, and the names of its icons. */
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

/** The group of each module and icon. */
function sort(graph: Graph): Map<string, Group> {
  const groups = new Map<string, Group>();
  const routes = reached(graph, screens.routes.map(file)).modules;
  const behind = reached(graph, [...screens['signed-in'], ...screens.frame, ...screens.found, ...screens.routes].map(file));
  for (const [name, roots] of Object.entries(screens) as [Group, string[]][]) {
    const { modules, icons } = reached(graph, roots.map(file));
    for (const part of [...modules, ...icons]) {
      // What the frame has in common with the routes would make pages of visitors load the frame.
      const isShared = (name === 'frame' || name === 'found') && routes.has(part);
      // Only what belongs to the sign-in alone: who is signed in does without it.
      const isCommon = name === 'login' && (!ofSignIn.test(part) || behind.modules.has(part) || behind.icons.has(part));
      if (!groups.has(part)) groups.set(part, isCommon ? 'start' : isShared ? 'signed-in' : name);
    }
  }
  return groups;
}

/**
 * Groups for the chunks of the first screens, in the order in which they take their modules. Left to itself the bundler makes a file of each
 * part that several screens share: seventy requests before the first result, and each waits for the others.
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
