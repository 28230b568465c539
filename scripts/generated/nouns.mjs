import { isTest } from '../prepare/sources.mjs';
import { moduleOf } from './module-edges.mjs';

const [contract, server, web] = ['packages/contract/src', 'apps/server/src/modules', 'apps/web/src'];

/** Map<noun, declaring file of the contract> */
function readContract(tree) {
  const whole = tree.read(`${contract}/contract.ts`);
  const groups = [...whole.matchAll(/^ {2}\.\.\.(\w+),$/gm)].map(([, name]) => name);
  const gathered = [whole, ...groups.map((name) => tree.read(`${contract}/${name}.ts`))].join('\n');
  const imports = [...gathered.matchAll(/^import \{ (.+) \} from '\.\/(.+)\.ts';$/gm)];
  const nouns = imports.flatMap(([, names, file]) => names.split(', ').map((name) => [name, file]));
  return new Map(nouns.filter(([name]) => !groups.includes(name)));
}

/** Modules that implement each noun, also under another name: Map<noun, Set<module>> */
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

/** Folders of the web app that call each noun: Map<noun, Map<folder, calls>> */
function readCallers(tree) {
  const callers = new Map();
  for (const file of tree.list(web).filter((path) => /\.tsx?$/.test(path) && !isTest(path))) {
    const folder = /^apps\/web\/src\/((?:features|app\/pages)\/[^/.]+)\//.exec(file)?.[1];
    if (!folder) continue;
    for (const [, noun] of tree.read(file).matchAll(/\b(?:api|orpc)\.(\w+)\b/g)) {
      const known = callers.get(noun) ?? callers.set(noun, new Map()).get(noun);
      known.set(folder, (known.get(folder) ?? 0) + 1);
    }
  }
  return callers;
}

/** Home and note of each noun on the page: Map<noun, { home, note }> */
const readPage = (page) =>
  new Map([...page.matchAll(/^\| `(\w+)` \|.*\| (?:`([^`]+)`|none) \| (.*) \|$/gm)].map(([, noun, home, note]) => [noun, { home, note }]));

const code = (text) => `\`${text}\``;

export function nouns(tree, page) {
  const [modules, callers, written] = [readModules(tree), readCallers(tree), readPage(page)];
  const homeOf = (noun) => {
    const folders = callers.get(noun) ?? new Map();
    const home = written.get(noun)?.home;
    return folders.has(home) ? home : [...folders].toSorted(([, one], [, other]) => other - one)[0]?.[0];
  };
  const row = ([noun, file]) => {
    const homes = [...(modules.get(noun) ?? [])].toSorted().map(code).join(', ');
    const home = homeOf(noun);
    return `| ${code(noun)} | ${code(file)} | ${homes} | ${home ? code(home) : 'none'} | ${written.get(noun)?.note ?? ''} |\n`;
  };
  const rows = [...readContract(tree)].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(row);
  return `| noun | \`packages/contract/src\` | \`apps/server/src/modules\` | \`apps/web/src\` | |\n|---|---|---|---|---|\n${rows.join('')}`;
}
