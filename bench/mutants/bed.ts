import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { checkMutants } from './checks.ts';
import { copyCheckout, type Scratch } from './checkout.ts';
import { type Lane, openLane } from './lane.ts';
import type { Kind, Mutant } from './mutant.ts';
import { policyMutants, type Policy, readPolicies } from './policies.ts';
import { predicateMutants } from './predicates.ts';
import { rightMutants, routeMutants } from './rights.ts';
import { type Edit, withSwitches } from './switches.ts';

/** What every trial begins from: a copy of the checkout that holds all mutants, each behind a switch, and lanes that try them at once. */
export interface Bed {
  checkout: Scratch;
  policies: readonly Policy[];
  /** By their numbers, which are those of their switches. */
  mutants: readonly Mutant[];
  /** The same where the checkout and what is taken away from it are the same. */
  stamp: string;
  lanes: readonly Lane[];
  close(): Promise<void>;
}

/** In place of the setup of the copy's tests: the PostgreSQL of the lane, with the template that is there. */
const setup = `import type { TestProject } from 'vitest/node';
import { databaseUrl, templateDatabase } from '../../../bench/mutants/trial/trial.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

export { databaseUrl, templateDatabase };

export const setup = (project: TestProject) => {
  project.provide('postgresUrl', process.env['HEADWATER_MUTANT_POSTGRES'] ?? '');
};
`;

const sourceMutants: Readonly<Record<Exclude<Kind, 'policies'>, (checkout: Scratch) => Mutant[]>> = {
  predicates: predicateMutants,
  rights: rightMutants,
  routes: routeMutants,
  checks: checkMutants,
};

/** Writes the switches of all mutants into the copy; answers what all of that is told by. */
function switchOn(checkout: Scratch, mutants: readonly Mutant[]): string {
  const files = new Map<string, { id: number; edit: Edit }[]>();
  for (const [id, { edit }] of mutants.entries()) if (edit) files.set(edit.path, [...(files.get(edit.path) ?? []), { id, edit }]);
  const stamp = createHash('sha256');
  for (const [path, guards] of files) {
    const text = withSwitches(checkout.read(path), guards);
    stamp.update(text);
    writeFileSync(join(checkout.path, path), text);
  }
  return stamp.digest('hex');
}

async function policiesOf(url: string): Promise<Policy[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const policies = await readPolicies(client);
  await client.end();
  return policies;
}

/** `folder` is empty and stays after it: whoever has made it removes it. */
export async function makeBed(from: string, folder: string, laneCount: number): Promise<Bed> {
  const checkout = copyCheckout(from, join(folder, 'checkout'));
  writeFileSync(join(checkout.path, 'apps/server/test/postgres.ts'), setup);
  const lanes: Lane[] = [];
  for (let at = 0; at < laneCount; at += 1) lanes.push(await openLane(checkout.path, join(folder, `lane-${at}`)));
  const policies = await policiesOf(lanes[0]?.databaseUrl ?? '');
  const mutants = [...Object.values(sourceMutants).flatMap((make) => make(checkout)), ...policyMutants(policies)];
  return {
    checkout,
    policies,
    mutants,
    stamp: switchOn(checkout, mutants),
    lanes,
    async close() {
      for (const lane of lanes) await lane.close();
    },
  };
}
