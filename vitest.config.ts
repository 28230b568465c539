import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Tests run on the sources of every workspace, not on what was built. Global setup has an environment of its own.
const conditions = ['source', 'node'];
const source = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  environments: { __vitest__: { resolve: { conditions, externalConditions: conditions } } },
};

/** `unit` needs nothing but node; `http` runs on a real PostgreSQL; `browser` drives the built product in Chromium. */
export default defineConfig({
  test: {
    projects: [
      {
        ...source,
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.http.test.ts', '**/node_modules/**', '**/dist/**', 'apps/server/src/modules/*/routes.test.ts'],
          // Properties are many runs of a test: a busy machine must not fail them.
          testTimeout: 60_000,
          maxWorkers: '100%',
        },
      },
      {
        ...source,
        test: {
          name: 'http',
          include: ['apps/*/src/**/*.http.test.ts', 'apps/server/src/modules/*/routes.test.ts', 'apps/server/test/**/*.test.ts'],
          globalSetup: ['apps/server/test/postgres.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          // One import of the application for a worker, not one for every file: each makes an installation of its own, and nothing is kept beside it.
          isolate: false,
        },
      },
      {
        ...source,
        test: {
          name: 'browser',
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
