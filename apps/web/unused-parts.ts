import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** The module of a component, which is named like its folder. */
const component = /\/node_modules\/@mantine\/core\/esm\/components\/([A-Z]\w*)\/\1\.mjs$/;
/** `Menu.Sub = MenuSub;` at its end. */
const part = /^([A-Z]\w*\.[A-Z]\w*) = [A-Z]\w*;$/gm;
const ours = { folder: join(import.meta.dirname, 'src'), file: /\.tsx?$/ };
const mantine = join(import.meta.dirname, '../../node_modules/@mantine');
const packages = ['core', 'form', 'hooks', 'spotlight'].map((name) => join(mantine, name, 'esm'));
const read = (path: string) => readFileSync(path, 'utf8');
/** Messages of errors name parts too: what is drawn stands behind a parenthesis. */
const drawn = /(?<=\()[A-Z]\w*\.[A-Z]\w*/g;
/** `import { Menu } from "./components/Menu/Menu.mjs";` of an index, and what a module imports of its own package. */
const exported = /import \{([^}]*)\} from "(\.[^"]+)";/g;
const imported = / from "(\.[^"]+)";/g;

const ownFiles = () =>
  readdirSync(ours.folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => ours.file.test(path))
    .map((path) => read(join(ours.folder, path)));

/** The modules of Mantine that our source can reach: a chart that nobody draws is no reason to keep what it draws with. */
function reachedModules(names: ReadonlySet<string>): string[] {
  const left = packages.flatMap((folder) =>
    [...read(join(folder, 'index.mjs')).matchAll(exported)].flatMap(([, list = '', path = '']) =>
      folder !== packages[0] || list.split(/\W+/).some((name) => names.has(name)) ? [join(folder, path)] : [],
    ),
  );
  const modules = new Map<string, string>();
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (modules.has(path)) continue;
    const code = read(path);
    modules.set(path, code);
    for (const [, next = ''] of code.matchAll(imported)) left.push(join(dirname(path), next));
  }
  return [...modules.values()];
}

function usedParts(): Set<string> {
  const sources = ownFiles();
  const words = new Set(sources.flatMap((code) => code.match(/\b[A-Z]\w*/g) ?? []));
  return new Set([
    ...sources.flatMap((code) => code.match(/\b[A-Z]\w*\.[A-Z]\w*/g) ?? []),
    ...reachedModules(words).flatMap((code) => code.match(drawn) ?? []),
  ]);
}

/**
 * Leaves out the parts of Mantine's components that nobody uses. A component holds its parts as properties (`Menu.Sub`, `Combobox.Search`), so
 * that a bundler must take them all: submenus, long presses and searching for menus that have none of it.
 */
export function unusedParts(): Plugin {
  let used: ReadonlySet<string> = new Set();
  return {
    name: 'headwater:unused-parts',
    apply: 'build',
    buildStart() {
      used = usedParts();
    },
    transform(code, id) {
      if (!component.test(id)) return undefined;
      const kept = code.replaceAll(part, (whole, name: string) => (used.has(name) ? whole : ''));
      return kept === code ? undefined : { code: kept, map: null };
    },
  };
}
