import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Guard, Project } from './mutant.ts';
import type { Queue } from './queue.ts';
import type { Outcome, Trial } from './trial/trial.ts';

/** What a test file does where nothing is taken away: who fails, and which guards each test asks. */
export interface Reach extends Outcome {
  project: Project;
  file: string;
}

const patterns: Readonly<Record<Project, RegExp>> = {
  unit: /^(?:packages|apps)\/[\w-]+\/src\/.*\.(?:test|proof)\.ts$/,
  http: /^apps\/[\w-]+\/src\/.*(?:\.http|modules\/.*\/routes)\.(?:test|proof)\.ts$|^apps\/server\/test\/.*\.(?:test|proof)\.ts$/,
};

/** The test files of each project, as vitest.config.ts has them. */
function testFilesOf(folder: string): Readonly<Record<Project, string[]>> {
  const files = ['apps/server/src', 'apps/server/test', 'packages/domain/src', 'packages/contract/src'].flatMap((part) =>
    readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' }).map((file) => `${part}/${file}`),
  );
  const http = files.filter((file) => patterns.http.test(file)).toSorted();
  return { http, unit: files.filter((file) => patterns.unit.test(file) && !http.includes(file)).toSorted() };
}

const filesOf = ({ project, files }: Guard, all: Readonly<Record<Project, string[]>>): string[] =>
  all[project].filter((file) => files.some((part) => file.includes(part)));

/** What is known by now, kept in a file where one is given. */
export interface Reaches {
  of(guard: Guard): Promise<Reach[]>;
  /** Of all files that have been looked at for some mutant, when all of them have been. */
  all(): Promise<Reach[]>;
  /** Whether it is asked while modules are loaded: by whichever file comes first. */
  isLoaded(id: number): boolean;
}

interface ReachOptions {
  folder: string;
  stamp: string;
  queue: Queue;
  results: string | undefined;
}

export function createReaches({ folder, stamp, queue, results }: ReachOptions): Reaches {
  const all = testFilesOf(folder);
  const kept = results === undefined ? undefined : `${results}.reach-${stamp.slice(0, 12)}`;
  const known = new Map<string, Promise<Reach>>();
  const loaded = new Set<number>();
  const take = (reach: Reach): Reach => {
    for (const id of reach.loaded) loaded.add(id);
    return reach;
  };
  if (kept !== undefined && existsSync(kept))
    for (const line of readFileSync(kept, 'utf8').split('\n').filter(Boolean)) {
      const reach = take(JSON.parse(line) as Reach);
      known.set(reach.file, Promise.resolve(reach));
    }

  async function look(project: Project, file: string): Promise<Reach> {
    // The first test of HTTP loads the whole application; unit tests load what each of them needs.
    const trial: Trial = { project, file, known: [], stopsEarly: false, reloads: project === 'unit', ms: 15_000 };
    const first = await queue.attempt(trial);
    // A busy machine fails tests that it does not fail the next time.
    const isClear = first && !first.failures.some(({ isUnclear }) => isUnclear);
    const outcome = isClear ? first : await queue.attempt({ ...trial });
    if (!outcome) throw new Error(`The tests of ${file} come to no end.`);
    const reach: Reach = { ...outcome, project, file };
    const counts = `${outcome.tests.length} tests, ${outcome.failures.length} failures`;
    console.error(`${Math.round(outcome.ms / 100) / 10} s  ${file} with all guards: ${counts}`);
    if (kept !== undefined) appendFileSync(kept, `${JSON.stringify(reach)}\n`);
    return take(reach);
  }
  return {
    of: (guard) =>
      Promise.all(
        filesOf(guard, all).map((file) => {
          const reach = known.get(file) ?? look(guard.project, file);
          known.set(file, reach);
          return reach;
        }),
      ),
    async all() {
      let found: Reach[] = [];
      while (found.length < known.size) found = await Promise.all(known.values());
      return found;
    },
    isLoaded: (id) => loaded.has(id),
  };
}
