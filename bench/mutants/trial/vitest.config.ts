import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import original from '../../../vitest.config.ts';

const projects = (original.test?.projects ?? []) as TestProjectInlineConfiguration[];

/** A busy machine must not fail them: what ran out of time says nothing. */
const patienceMs = 180_000;

/** The projects of the checkout, each in one process that stays, where every file runs as often as a plan names it. */
export default defineConfig({
  test: {
    projects: projects.map((project) => ({
      ...project,
      test: {
        ...project.test,
        retry: 0,
        testTimeout: patienceMs,
        hookTimeout: patienceMs,
        maxWorkers: 1,
        isolate: false,
        runner: fileURLToPath(new URL('runner.ts', import.meta.url)),
      },
    })),
  },
});
