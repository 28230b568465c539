import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The module of a component, which is named like its folder. */
const component = /\/node_modules\/@mantine\/core\/esm\/components\/([A-Z]\w*)\/\1\.mjs$/;
/** `Menu.Sub = MenuSub;` at its end. */
const part = /^([A-Z]\w*\.[A-Z]\w*) = [A-Z]\w*;$/gm;
const uses = {
  ours: { folder: join(import.meta.dirname, 'src'), file: /\.tsx?$/, use: /\b[A-Z]\w*\.[A-Z]\w*/g },
  // Messages of errors name parts too: what is drawn stands behind a parenthesis.
  theirs: { folder: join(import.meta.dirname, '../../node_modules/@mantine'), file: /\/esm\/.*\.mjs$/, use: /(?<=\()[A-Z]\w*\.[A-Z]\w*/g },
};

const usedParts = (): Set<string> =>
  new Set(
    Object.values(uses).flatMap(({ folder, file, use }) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => file.test(path))
        .flatMap((path) => [...readFileSync(join(folder, path), 'utf8').matchAll(use)].map(([name]) => name)),
    ),
  );

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
