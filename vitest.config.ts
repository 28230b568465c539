import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Tests run on the sources of every workspace, not on what was built. Global setup has an environment of its own.
const conditions = ['source', 'node'];
const source = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  environments: { __vitest__: { resolve: { conditions, externalConditions: conditions } } },
};

// What takes longest, beginning with the worst: the first two work, the others wait for what they sent.
const longest = [
  'modules/demo/history.http.test.ts',
  'apps/server/test/hostile.test.ts',
  'apps/server/test/access.test.ts',
  'apps/server/test/access-tokens.test.ts',
  'apps/server/test/access-callers.test.ts',
  'modules/messaging/channels/mail-services.http.test.ts',
  'modules/ai-search/routes.test.ts',
  // Of the unit tests.
  'apps/server/src/linear.test.ts',
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

/** Long files first, so that no worker ends long after the others; the rest in the order of vitest. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of vitest, not of an array
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

/**
 * Tests share a machine, and journeys an installation. What fails once and passes then is listed at the end of the run with its first error:
 * it is a defect of the test or of the product, yet it stops nobody else's work.
 */
const secondAttempt = 1;

/** `unit` needs nothing but node; `http` runs on a real PostgreSQL; `browser` drives the built product in Chromium. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...source,
        test: {
          name: 'unit',
          retry: secondAttempt,
          include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: ['**/*.http.test.ts', '**/node_modules/**', '**/dist/**', 'apps/server/src/modules/**/routes.test.ts'],
          // Properties are many runs of a test: a busy machine must not fail them.
          testTimeout: 60_000,
          maxWorkers: '100%',
          // Half the work was importing the same modules for every file. What a test changes of the world it puts back: any order passes.
          isolate: false,
        },
      },
      {
        ...source,
        test: {
          name: 'http',
          retry: secondAttempt,
          include: ['apps/*/src/**/*.http.test.ts', 'apps/server/src/modules/**/routes.test.ts', 'apps/server/test/**/*.test.ts'],
          globalSetup: ['apps/server/test/postgres.ts'],
          // A busy machine must not fail them.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // One more than there are cores, up to four: tests of mail wait more than they work.
          maxWorkers: Math.min(4, availableParallelism() + 1),
          // One import of the application for a worker, not one for every file: each makes an installation of its own, and nothing is kept beside it.
          isolate: false,
        },
      },
      {
        ...source,
        test: {
          name: 'browser',
          retry: secondAttempt,
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/product.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // A browser waits more than it works. Each line has a product of its own; see e2e/place.ts.
          maxWorkers: Math.min(4, availableParallelism()),
        },
      },
    ],
  },
});
