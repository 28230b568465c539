import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { makeBed } from './mutants/bed.ts';
import { judge, type Verdict, verdictNames } from './mutants/judge.ts';
import { type Kind, kinds, type Mutant } from './mutants/mutant.ts';
import { createQueue } from './mutants/queue.ts';
import { createReaches } from './mutants/reach.ts';
import { checkout, newFolder } from './product/start-product.ts';
import type { BenchRow } from './row.ts';

/** The same order for the same seed. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0);
  return items
    .map((item) => ({ item, place: next() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

const resultsIn = (file: string | undefined): Verdict[] =>
  file !== undefined && existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Verdict)
    : [];

const words: Readonly<Record<Verdict['verdict'], (by: string) => string>> = {
  noticed: (by) => by,
  policy: (by) => `the policy does the same; without it: ${by}`,
  unreached: () => 'NOBODY: no test comes there',
  unnoticed: () => 'NOBODY',
  inconclusive: () => 'not known: tests ran out of time or lost their connection',
};

/** What is not noticed, one by one, then how many of each kind are what. */
function tableOf(verdicts: readonly Verdict[], all: Readonly<Record<string, number>>): BenchRow[] {
  const rest = verdicts.filter(({ verdict }) => !['noticed', 'policy'].includes(verdict));
  const rows = rest.map(({ name, verdict, by, seconds }): BenchRow => ({
    case: name.slice(0, 110),
    metric: words[verdict](by).slice(0, 130),
    value: seconds,
    target: null,
    reference: null,
  }));
  for (const [kind, count] of Object.entries(all)) {
    const ours = verdicts.filter((each) => each.kind === kind);
    const row = (metric: string, value: number, target: number | null = null): BenchRow => ({
      case: kind,
      metric,
      value,
      target,
      reference: `of ${count}`,
    });
    rows.push(row('tried', ours.length));
    for (const name of verdictNames)
      rows.push(row(name, ours.filter(({ verdict }) => verdict === name).length, ['noticed', 'policy'].includes(name) ? null : 0));
  }
  return rows;
}

export interface MutantBenchOptions {
  /** Kinds, by commas: policies, predicates, rights, routes, checks; left out: all of them. */
  of?: string;
  /** So many of each kind, drawn by `seed`; left out: all of them. */
  sample?: number;
  seed?: number;
  /** Only those whose names hold one of these texts, by commas. */
  only?: string;
  /** A file that keeps what was found, line by line: what stands there is not tried again. */
  results?: string;
  /** Ends after so many minutes, with what is known by then. */
  minutes?: number;
}

interface Chosen {
  mutants: Mutant[];
  /** How many there are of each kind. */
  all: Record<string, number>;
}

function choose(mutants: readonly Mutant[], { of, only, sample, seed = 1 }: MutantBenchOptions): Chosen {
  const chosen = String(of ?? kinds.join(',')).split(',') as Kind[];
  for (const kind of chosen) if (!kinds.includes(kind)) throw new Error(`There is no such kind. There are: ${kinds.join(', ')}.`);
  const texts = String(only ?? '').split(',');
  const all: Record<string, number> = {};
  const drawn = chosen.flatMap((kind) => {
    const ours = mutants.filter((each) => each.kind === kind && texts.some((text) => each.name.includes(text)));
    all[kind] = ours.length;
    return sample === undefined ? ours : shuffled(ours, seed).slice(0, sample);
  });
  return { mutants: drawn, all };
}

const laneCount = 2;

/**
 * Takes each guard of what belongs to somebody away, one at a time, in a copy of the checkout or in the database of its tests, and says which
 * test notices it. The copy holds all of them behind switches; a first run says which test asks which, and only those are tried with it.
 */
export async function run(options: MutantBenchOptions): Promise<BenchRow[]> {
  // Whatever ends it takes the servers and processes that it has started with it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const temporary = newFolder();
  const endsAt = performance.now() + (options.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
  const bed = await makeBed(checkout, temporary.path, laneCount);
  try {
    const verdicts = resultsIn(options.results);
    const { mutants, all } = choose(bed.mutants, options);
    const known = new Set(verdicts.map(({ name }) => name));
    const left = mutants.filter(({ name }) => !known.has(name));
    const queue = createQueue(bed.lanes);
    const reaches = createReaches({ folder: bed.checkout.path, stamp: bed.stamp, queue, results: options.results });
    const note = async (mutant: Mutant) => {
      const verdict = await judge({ bed, queue, reaches }, mutant);
      verdicts.push(verdict);
      if (options.results !== undefined) appendFileSync(options.results, `${JSON.stringify(verdict)}\n`);
      console.error(`${verdict.seconds} s  ${verdict.kind}  ${verdict.name}: ${words[verdict.verdict](verdict.by)}`);
    };
    await queue.run(Promise.all(left.map(note)), endsAt);
    return tableOf(verdicts, all);
  } finally {
    await bed.close();
    rmSync(temporary.path, { recursive: true, force: true });
  }
}
