import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Tests run on sources. The global setup has its own environment.
const conditions = ['source', 'node'];
const source = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  environments: { __vitest__: { resolve: { conditions, externalConditions: conditions } } },
};

const web = join(import.meta.dirname, 'apps/web/src');

/** The web app's calls from the contract; a build writes them to a file without schemas. */
const wireContract = {
  name: 'headwater:wire-contract',
  resolveId: (id: string) => (id.startsWith('virtual:wire-contract/') ? `\0${id}` : undefined),
  load: (id: string) => {
    const [, part] = /^\0virtual:wire-contract\/(\w+)$/.exec(id) ?? [];
    if (part === undefined) return undefined;
    return `import { wire } from '${web}/lib/wire-contract.ts';
import { callPartOf } from '${web}/lib/call-parts.ts';
export const contract = Object.fromEntries(Object.entries(wire).filter(([noun]) => callPartOf(noun) === '${part}'));`;
  },
};

// Longest first.
const longest = [
  'modules/demo/history.http.test.ts',
  'apps/server/test/hostile-messaging.test.ts',
  'apps/server/test/hostile-company.test.ts',
  'apps/server/test/access.test.ts',
  'apps/server/test/access-tokens.test.ts',
  'apps/server/test/access-callers.test.ts',
  'modules/messaging/channels/mail-services.http.test.ts',
  'modules/ai-search/routes.test.ts',
  'app/action-states.test.tsx',
  'app/addresses.test.tsx',
  'app/lists.test.tsx',
  // A process that has run many files collects garbage for longer, so linear-time tests come first.
  'apps/server/src/linear.test.ts',
  'profiles/import/linear.test.ts',
  'packages/domain/src/linear.test.ts',
  'apps/server/src/words.linear.test.ts',
  'packages/domain/src/words.linear.test.ts',
  'embedded-search/conformance.test.ts',
  'platform/postgres/supervisor.test.ts',
  'modules/messaging/channels/transports.conformance.test.ts',
  'embedded-search/threads.conformance.test.ts',
];
const placeOf = ({ moduleId }: TestSpecification) => {
  const place = longest.findIndex((name) => moduleId.endsWith(name));
  return place === -1 ? longest.length : place;
};

/** Long files first, so that workers end together. Other files keep vitest's order. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of vitest, not of an array
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

const isProof = process.env['HEADWATER_PROOFS'] === 'on';
const kinds = isProof ? '{test,proof}' : 'test';
const testsIn = (...patterns: string[]) => patterns.map((pattern) => `${pattern}.${kinds}.ts`);

/** Server threads and processes run as JavaScript. */
const builtPrograms = { globalSetup: ['apps/server/test/programs.ts'], setupFiles: ['apps/server/test/use-programs.ts'] };

const projectOf = (name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  ...source,
  test: { name, ...test },
});

/**
 * `unit`: node; `web`: jsdom with a stubbed `fetch`; `http`: PostgreSQL; `browser`: the built
 * product in Chromium.
 */
export default defineConfig({
  test: {
    // jsdom knows neither <search> nor sizes, so Mantine finds no focusable element and prints the
    // tree.
    onConsoleLog: (log) => !/use-focus-trap|<search> is unrecognized/.test(log),
    // Caches transformed modules by content.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/modules' },
    sequence: { sequencer: LongestFirst },
    projects: [
      projectOf('unit', {
        include: testsIn('packages/*/src/**/*', 'apps/*/src/**/*', 'scripts/**/*', 'bench/**/*'),
        exclude: [...testsIn('**/*.http', 'apps/server/src/modules/**/routes'), '**/node_modules/**', '**/dist/**'],
        ...builtPrograms,
        // Property tests on a busy machine.
        testTimeout: 120_000,
        expect: { poll: { timeout: 45_000 } },
        maxWorkers: '100%',
        // Shared processes halve the import time. Each test restores the global state.
        isolate: false,
      }),
      {
        ...projectOf('web', {
          include: ['apps/web/src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['apps/web/src/testing/setup.ts'],
          // A busy machine.
          testTimeout: 120_000,
          expect: { poll: { timeout: 45_000 } },
          maxWorkers: '100%',
          // Each worker imports the app once; each test has its own cache and router.
          isolate: false,
        }),
        plugins: [wireContract],
      },
      projectOf('http', {
        include: testsIn('apps/*/src/**/*.http', 'apps/server/src/modules/**/routes', 'apps/server/test/**/*'),
        ...builtPrograms,
        globalSetup: ['apps/server/test/postgres.ts', ...builtPrograms.globalSetup],
        // A busy machine.
        testTimeout: 120_000,
        hookTimeout: 120_000,
        expect: { poll: { timeout: 45_000 } },
        maxWorkers: Math.min(4, availableParallelism()),
        // Each worker imports the application once; each file has its own installation.
        isolate: false,
      }),
      projectOf('browser', {
        include: testsIn('e2e/**/*'),
        globalSetup: ['e2e/product.ts'],
        setupFiles: ['e2e/setup.ts'],
        // A proof visits screens in four variants.
        testTimeout: isProof ? 480_000 : 240_000,
        hookTimeout: 240_000,
        expect: { poll: { timeout: 45_000 } },
        // Each worker has its own product and browser; see e2e/product-url.ts and e2e/windows.ts.
        maxWorkers: Math.min(4, availableParallelism()),
        isolate: false,
      }),
    ],
  },
});
