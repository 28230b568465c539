// The table "Nouns" of docs/ARCHITECTURE.md names the file of the contract, the folders of the server and the folder of the web app of each noun.
import { isTest } from '../prepare/sources.mjs';
import { moduleOf } from './module-edges.mjs';
import { checkout } from './tree.mjs';

const page = 'docs/ARCHITECTURE.md';
const contract = 'packages/contract/src';
const [server, web] = ['apps/server/src/modules', 'apps/web/src'];
const cellsOf = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);

/** The rows of the table: Map<noun, { file, modules, home }>. */
function readTable(tree) {
  const section = tree.read(page).split('\n## Nouns\n')[1]?.split('\n## ')[0] ?? '';
  const rows = [...section.matchAll(/^\| (`\w+`) \| (.*?) \| (.*?) \| (.*?) \|.*\|$/gm)];
  return new Map(
    rows.map(([, noun, file, modules, home]) => [
      cellsOf(noun)[0],
      { file: cellsOf(file)[0], modules: cellsOf(modules).toSorted(), home: cellsOf(home)[0] },
    ]),
  );
}

/** Files that gather nouns; they are none themselves. */
const groups = ['contract', 'administration', 'ai', 'hiring', 'identity', 'messaging', 'people'];

/** Map<noun, file> of what the contract puts together. */
function readContract(tree) {
  const gathered = groups.map((name) => tree.read(`${contract}/${name}.ts`)).join('\n');
  const imports = [...gathered.matchAll(/^import \{ (.+) \} from '\.\/(.+)\.ts';$/gm)];
  return new Map(
    imports.flatMap(([, names, file]) => names.split(', ').map((name) => [name, file])).filter(([name]) => !groups.includes(name)),
  );
}

/** Map<noun, modules> of who answers: `implement(noun)`, also under another name. */
function readModules(tree) {
  const modules = new Map();
  for (const file of tree.list(server).filter((path) => path.endsWith('.ts') && !isTest(path))) {
    const text = tree.read(file);
    for (const [, name] of text.matchAll(/\bimplement\((\w+)\)/g)) {
      const noun = text.match(new RegExp(`\\b(\\w+) as ${name}\\b`))?.[1] ?? name;
      modules.set(noun, new Set([...(modules.get(noun) ?? []), moduleOf(file)]));
    }
  }
  return modules;
}

const callsOf = (tree, noun, folder) =>
  tree.list(folder).some((file) => /\.tsx?$/.test(file) && new RegExp(`\\b(?:api|orpc)\\.${noun}\\b`).test(tree.read(file)));

function wrongHome(tree, noun, home) {
  if (home === undefined) return callsOf(tree, noun, web) ? `${web} calls ${noun}, which has no folder there` : undefined;
  if (tree.list(`${web}/${home}`).length === 0) return `${web}/${home} of ${noun} is not there`;
  return callsOf(tree, noun, `${web}/${home}`) ? undefined : `${web}/${home} never calls ${noun}`;
}

/** Sentences naming each noun whose places are not those of the table. */
export function checkNouns(tree = checkout) {
  const [table, declared, modules] = [readTable(tree), readContract(tree), readModules(tree)];
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
    wrongHome(tree, noun, home),
  ]);
  return [...missing, ...wrong.filter(Boolean)];
}
