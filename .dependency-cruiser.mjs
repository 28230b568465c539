// Who may import whom: docs/ARCHITECTURE.md, section Direction, as rules. Tests are free to reach across.
const server = '^apps/server/src';
const web = '^apps/web/src';

/** Code under `from` reaches nothing under `to`, apart from `except`. */
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
    // Modules of one product area lie in a folder of theirs: modules/messaging/<module>.
    from: { path: `${server}/modules/((?:messaging/)?[^/]+)/` },
    to: { path: `${server}/modules/`, pathNot: [`${server}/modules/$1/`, `${server}/modules/.+/public\\.ts$`] },
  },
  never('integrations-implement-ports', `${server}/integrations`, `${server}/(modules|commands|wiring|app\\.ts|main\\.ts|env\\.ts)`, [
    `${server}/modules/(messaging/)?[^/]+/(public|schema|port|[a-z-]+-port)\\.ts$`,
    `${server}/modules/search/text/`,
  ]),
  {
    name: 'integrations-do-not-meet',
    severity: 'error',
    from: { path: `${server}/integrations/([^/]+)/` },
    // Mail services over HTTP share how a mailbox of theirs goes about it.
    to: { path: `${server}/integrations/`, pathNot: [`${server}/integrations/$1/`, `${server}/integrations/http-mailbox/`] },
  },
  {
    name: 'only-stores-speak-sql',
    severity: 'error',
    from: { path: server, pathNot: ['/(store|tables|[a-z-]+-store)\\.ts$', '/store/', `${server}/platform/database/`] },
    to: { path: 'node_modules/kysely/' },
  },
];

const webLayers = [
  // The typed keys of all texts are gathered in lib; the texts themselves lie beside what shows them.
  never('ui-and-lib-are-below-features', `${web}/(ui|lib)/`, `${web}/(features|app)/`, '/texts/en\\.json$'),
  never('features-are-below-the-app', `${web}/features/`, `${web}/app/`),
  {
    name: 'features-do-not-meet',
    severity: 'error',
    from: { path: `${web}/features/([^/]+)/` },
    // The editor is what messages and templates are both written in; what a sequence adds to the mailing that it owns has a rule of its own.
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
    // Of folders. Features cannot form a cycle: the rules below leave nothing but sequences -> mailings -> editor.
    { name: 'no-cycles-in-the-app', severity: 'error', scope: 'folder', from: { path: `${web}/app/[^/]+$` }, to: { circular: true } },
    ...workspaces,
    ...serverLayers,
    ...webLayers,
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    // Built files of our own workspaces. Files of packages often lie in a folder dist as well, and rules name them.
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
