// The table "Nouns" of docs/ARCHITECTURE.md names the file of the contract, the folders of the server and the folder of the web app of each noun.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../prepare/command.mjs';
import { isTest, listFiles } from '../prepare/sources.mjs';
import { moduleOf } from './module-edges.mjs';

const page = 'docs/ARCHITECTURE.md';
const contract = 'packages/contract/src';
const [server, web] = ['apps/server/src/modules', 'apps/web/src'];
const textOf = (file) => readFileSync(join(root, file), 'utf8');
const cellsOf = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);

/** The rows of the table: Map<noun, { file, modules, home }>. */
function readTable() {
  const section = textOf(page).split('\n## Nouns\n')[1]?.split('\n## ')[0] ?? '';
  const rows = [...section.matchAll(/^\| (`\w+`) \| (.*?) \| (.*?) \| (.*?) \|.*\|$/gm)];
  return new Map(
    rows.map(([, noun, file, modules, home]) => [
      cellsOf(noun)[0],
      { file: cellsOf(file)[0], modules: cellsOf(modules).toSorted(), home: cellsOf(home)[0] },
    ]),
  );
}

/** Files that gather nouns; they are none themselves. */
const groups = ['contract', 'administration', 'ai', 'hiring', 'messaging', 'people'];

/** Map<noun, file> of what the contract puts together. */
function readContract() {
  const gathered = groups.map((name) => textOf(`${contract}/${name}.ts`)).join('\n');
  const imports = [...gathered.matchAll(/^import \{ (.+) \} from '\.\/(.+)\.ts';$/gm)];
  return new Map(
    imports.flatMap(([, names, file]) => names.split(', ').map((name) => [name, file])).filter(([name]) => !groups.includes(name)),
  );
}

/** Map<noun, modules> of who answers: `implement(noun)`, also under another name. */
function readModules() {
  const modules = new Map();
  for (const file of listFiles(server).filter((path) => path.endsWith('.ts') && !isTest(path))) {
    const text = textOf(file);
    for (const [, name] of text.matchAll(/\bimplement\((\w+)\)/g)) {
      const noun = text.match(new RegExp(`\\b(\\w+) as ${name}\\b`))?.[1] ?? name;
      modules.set(noun, new Set([...(modules.get(noun) ?? []), moduleOf(file)]));
    }
  }
  return modules;
}

const callsOf = (noun, folder) =>
  listFiles(`${web}/${folder}`).some((file) => /\.tsx?$/.test(file) && new RegExp(`\\b(?:api|orpc)\\.${noun}\\b`).test(textOf(file)));

function wrongHome(noun, home) {
  if (home === undefined) return callsOf(noun, '.') ? `${web} calls ${noun}, which has no folder there` : undefined;
  if (!existsSync(join(root, web, home))) return `${web}/${home} of ${noun} is not there`;
  return callsOf(noun, home) ? undefined : `${web}/${home} never calls ${noun}`;
}

/** Sentences naming each noun whose places are not those of the table. */
export function checkNouns() {
  const [table, declared, modules] = [readTable(), readContract(), readModules()];
  const missing = [...declared.keys()]
    .filter((noun) => !table.has(noun))
    .map((noun) => `${page}: ${noun} of the contract has no row in Nouns`);
  const wrong = [...table].flatMap(([noun, { file, modules: named, home }]) => [
    declared.get(noun) === file
      ? undefined
      : `${page}: ${noun} is declared in ${declared.get(noun) ?? 'no file'} of the contract, not in ${file}`,
    [...(modules.get(noun) ?? [])].toSorted().join() === named.join()
      ? undefined
      : `${page}: ${noun} is answered by ${[...(modules.get(noun) ?? [])].toSorted().join(', ') || 'nobody'}, not by ${named.join(', ')}`,
    wrongHome(noun, home),
  ]);
  return [...missing, ...wrong.filter(Boolean)];
}
