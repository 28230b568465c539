// Directions of docs/ARCHITECTURE.md as rules. scripts/gates/gates.test.ts plants a violation of
// each.
const server = '^apps/server/src';
const web = '^apps/web/src';

/** Files under `from` import nothing under `to`, except `except`. */
const never = (name, from, to, except) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: except ? { path: to, pathNot: except } : { path: to },
});

const workspaces = [
  never('domain-depends-on-nothing', '^packages/domain/src', '.', '^packages/domain/src'),
  never('contract-depends-on-domain', '^packages/contract/src', '.', ['^packages/(domain|contract)/src', 'node_modules/(zod|@orpc)/']),
  never('reference-stands-alone', '^packages/reference/src', '^(apps|packages)/', '^packages/(reference|domain)/src'),
  never('server-and-web-never-meet', '^apps/server', '^apps/web'),
  never('web-and-server-never-meet', '^apps/web', '^apps/(server|sandbox)|^packages/reference'),
  never('server-knows-no-sandbox', server, '^apps/sandbox'),
  never('sandbox-stands-alone', '^apps/sandbox', '^apps/(server|web)|^packages'),
];

const serverLayers = [
  never('platform-knows-no-noun', `${server}/platform`, `${server}/(modules|integrations|commands|wiring|app\\.ts|main\\.ts)`),
  never('modules-do-not-wire', `${server}/modules`, `${server}/(integrations|commands|wiring|app\\.ts|main\\.ts|env\\.ts)`),
  {
    name: 'modules-meet-at-the-public-door',
    severity: 'error',
    from: { path: `${server}/modules/((?:messaging/)?[^/]+)/` },
    to: {
      path: `${server}/modules/`,
      pathNot: [`${server}/modules/$1/`, `${server}/modules/.+/public\\.ts$`, `${server}/modules/.+/public/`],
    },
  },
  never('integrations-implement-ports', `${server}/integrations`, `${server}/(modules|commands|wiring|app\\.ts|main\\.ts|env\\.ts)`, [
    `${server}/modules/(messaging/)?[^/]+/(public|schema|port|[a-z-]+-port)\\.ts$`,
    `${server}/modules/search/(text|engine)/`,
  ]),
  {
    name: 'integrations-do-not-meet',
    severity: 'error',
    from: { path: `${server}/integrations/([^/]+)/` },
    // Mail services over HTTP share code for their mailboxes, search engines for following changes.
    to: {
      path: `${server}/integrations/`,
      pathNot: [`${server}/integrations/$1/`, `${server}/integrations/(http-mailbox|search-follower)/`],
    },
  },
  {
    name: 'only-stores-speak-sql',
    severity: 'error',
    from: { path: server, pathNot: ['/(store|tables|[a-z-]+-store)\\.ts$', '/store/', `${server}/platform/database/`] },
    to: { path: 'node_modules/kysely/' },
  },
];

/** Merge two modules that need each other, or declare a port that the wiring implements. */
const moduleCycles = {
  name: 'no-cycles-of-modules',
  severity: 'error',
  scope: 'folder',
  from: { path: `${server}/modules/((?:messaging/)?[^/]+)$` },
  to: { circular: true, path: `${server}/modules/`, pathNot: `${server}/modules/$1(/|$)` },
};

const webLayers = [
  // lib collects the typed keys of all texts from the folders of the features.
  never('ui-and-lib-are-below-features', `${web}/(ui|lib)/`, `${web}/(features|app)/`, '/texts/en\\.json$'),
  never('features-are-below-the-app', `${web}/features/`, `${web}/app/`),
  {
    name: 'features-do-not-meet',
    severity: 'error',
    from: { path: `${web}/features/([^/]+)/` },
    // Messages and templates share the editor. The next rule limits mailings to sequences.
    to: { path: `${web}/features/`, pathNot: [`${web}/features/$1/`, `${web}/features/(editor|mailings)/`] },
  },
  {
    name: 'only-sequences-are-made-of-mailings',
    severity: 'error',
    from: { path: `${web}/features/`, pathNot: [`${web}/features/(mailings|sequences)/`] },
    to: { path: `${web}/features/mailings/` },
  },
];

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'everything-resolves', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
    // Features cannot form a cycle: their rules allow only sequences -> mailings -> editor.
    { name: 'no-cycles-in-the-app', severity: 'error', scope: 'folder', from: { path: `${web}/app/[^/]+$` }, to: { circular: true } },
    moduleCycles,
    ...workspaces,
    ...serverLayers,
    ...webLayers,
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    // Excludes our built files only. Rules also name files in dist folders of packages.
    exclude: { path: ['\\.(test|proof)\\.tsx?$', '^(apps|packages)/[^/]+/dist/', '^apps/server/test/'] },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
