import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const component = /\/node_modules\/@mantine\/core\/esm\/components\/([A-Z]\w*)\/\1\.mjs$/;
/** Matches `Menu.Sub = MenuSub;` at the end of a module. */
const part = /^([A-Z]\w*\.[A-Z]\w*) = [A-Z]\w*;$/gm;
const ours = { folder: join(import.meta.dirname, 'src'), file: /\.tsx?$/ };
const mantine = join(import.meta.dirname, '../../node_modules/@mantine');
const packages = ['core', 'form', 'hooks', 'spotlight'].map((name) => join(mantine, name, 'esm'));
const read = (path: string) => readFileSync(path, 'utf8');
/** Matches rendered parts, which follow a parenthesis; error messages also contain part names. */
const drawn = /(?<=\()[A-Z]\w*\.[A-Z]\w*/g;
/** `import { Menu } from "./components/Menu/Menu.mjs";` */
const exported = /import \{([^}]*)\} from "(\.[^"]+)";/g;
const imported = / from "(\.[^"]+)";/g;

const ownFiles = () =>
  readdirSync(ours.folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => ours.file.test(path))
    .map((path) => read(join(ours.folder, path)));

/** Mantine modules reachable from our source; parts of other components can be removed. */
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

/** Parts of Mantine's components are properties (`Menu.Sub`), which a bundler cannot tree-shake. */
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
