// Tries what a plan names, one after the other, in one process of vitest. Runs in a copy of the checkout.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { type Plan, planVariable } from './trial.ts';

const { project, trials } = JSON.parse(readFileSync(process.env[planVariable] ?? '', 'utf8')) as Plan;
const root = process.cwd();
// A sample may leave out the test that notices a mutant.
process.env['HEADWATER_PROOFS'] = 'on';
const vitest = await createVitest('test', {
  root,
  config: join(root, 'bench/mutants/trial/vitest.config.ts'),
  project: [project],
  watch: false,
  update: false,
  reporters: [{}],
});
const files = new Set(trials.map(({ file }) => file));
const found = await vitest.globTestSpecifications([...files]);
const specifications = new Map(found.map((each) => [each.moduleId, each]));
await vitest.runTestSpecifications(
  trials.flatMap(({ file }) => {
    const specification = specifications.get(join(root, file));
    return specification ? [specification] : [];
  }),
);
await vitest.close();
process.exit();
