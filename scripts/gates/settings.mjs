// docs/operations/settings.md and the example name all settings of env.ts and of the integrations; image and unit set no others.
import { checkout } from './tree.mjs';

const source = 'apps/server/src/env.ts';
const integrations = 'apps/server/src/integrations';
const page = 'docs/operations/settings.md';
const example = 'deploy/headwater.env.example';
const setIn = ['deploy/headwater.service', 'deploy/headwater', 'Dockerfile'];

/** The example is for installations without the demo. */
const isOfDemos = (name) => /^HEADWATER_(?:DEMO|SANDBOX)/.test(name);

const namesIn = (text, pattern) => new Set([...text.matchAll(pattern)].map(([, name]) => name));

const unit = 'deploy/headwater.service';
const wrapper = 'deploy/headwater';
const shared = /^(?:User|Group|WorkingDirectory|EnvironmentFile|Environment|StateDirectory|StateDirectoryMode|UMask)=.*$/gm;

/**
 * Commands must find the service's installation, so the wrapper repeats these lines of the unit.
 */
function checkWrapper(tree) {
  const script = tree.read(wrapper);
  return [...tree.read(unit).matchAll(shared)]
    .map(([line]) => line)
    .filter((line) => ![`--property=${line} `, `--property='${line}' `].some((option) => script.includes(option)))
    .map((line) => `${wrapper}: does not repeat ${line}`);
}

/** Each integration declares its settings in its index.ts. */
const ofIntegrations = (tree) =>
  tree
    .list(integrations)
    .filter((path) => path.endsWith('/index.ts'))
    .flatMap((path) => [...namesIn(tree.read(path), /\b(HEADWATER_\w+):/g)]);

export function checkSettings(tree = checkout) {
  const settings = namesIn(tree.read(source), /^ {2}(HEADWATER_\w+|DATABASE_URL):/gm);
  for (const name of ofIntegrations(tree)) settings.add(name);
  if (settings.size < 20) return [`${source}: only ${settings.size} settings were found`];
  const table = [...tree.read(page).matchAll(/^\| (.*?) \|/gm)].map(([, cell]) => cell);
  const documented = namesIn(table.join('\n'), /`(HEADWATER_\w+|DATABASE_URL)`/g);
  const shown = namesIn(tree.read(example), /^(?:# )?(HEADWATER_\w+|DATABASE_URL)=/gm);
  return [
    ...checkWrapper(tree),
    ...[...settings].filter((name) => !documented.has(name)).map((name) => `${page}: ${name} has no row`),
    ...[...documented].filter((name) => !settings.has(name)).map((name) => `${page}: there is no setting ${name}`),
    ...[...settings].filter((name) => !shown.has(name) && !isOfDemos(name)).map((name) => `${example}: does not name ${name}`),
    ...setIn.flatMap((file) =>
      [...namesIn(tree.read(file), /\b(HEADWATER_\w+)=/g)]
        .filter((name) => !settings.has(name))
        .map((name) => `${file}: there is no setting ${name}`),
    ),
  ];
}
