import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { checkMutants } from './mutants/checks.ts';
import { type Bed, makeBed } from './mutants/bed.ts';
import { createBaselines, judge, type Verdict } from './mutants/judge.ts';
import { type Kind, kinds, type Mutant } from './mutants/mutant.ts';
import { policyMutants } from './mutants/policies.ts';
import { predicateMutants } from './mutants/predicates.ts';
import { rightMutants, routeMutants } from './mutants/rights.ts';
import { checkout, newFolder } from './product/start-product.ts';
import type { BenchRow } from './row.ts';

const makers: Readonly<Record<Kind, (bed: Bed) => Mutant[]>> = {
  policies: ({ policies }) => policyMutants(policies),
  predicates: (bed) => predicateMutants(bed.checkout),
  rights: (bed) => rightMutants(bed.checkout),
  routes: (bed) => routeMutants(bed.checkout),
  checks: (bed) => checkMutants(bed.checkout),
};

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
  unnoticed: () => 'NOBODY',
};

function tableOf(verdicts: readonly Verdict[], all: Readonly<Record<string, number>>): BenchRow[] {
  const rows = verdicts.map(({ name, verdict, by, seconds }): BenchRow => ({
    case: name.slice(0, 110),
    metric: words[verdict](by).slice(0, 130),
    value: seconds,
    target: null,
    reference: null,
  }));
  for (const [kind, count] of Object.entries(all)) {
    const ours = verdicts.filter((each) => each.kind === kind);
    const number = (verdict: Verdict['verdict']) => ours.filter((each) => each.verdict === verdict).length;
    const row = (metric: string, value: number, target: number | null = null): BenchRow => ({
      case: kind,
      metric,
      value,
      target,
      reference: `of ${count}`,
    });
    rows.push(
      row('tried', ours.length),
      row('noticed', number('noticed')),
      row('the policy does the same', number('policy')),
      row('unnoticed', number('unnoticed'), 0),
    );
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

/**
 * Takes each guard of what belongs to somebody away, one at a time, in a copy of the checkout or in the database of its tests, and says which
 * test notices it. The value of a row is its seconds.
 */
export async function run(options: MutantBenchOptions): Promise<BenchRow[]> {
  const chosen = String(options.of ?? kinds.join(',')).split(',') as Kind[];
  for (const kind of chosen) if (!kinds.includes(kind)) throw new Error(`There is no such kind. There are: ${kinds.join(', ')}.`);
  const temporary = newFolder();
  const ends = performance.now() + (options.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
  const bed = await makeBed(checkout, temporary.path);
  try {
    const verdicts = resultsIn(options.results);
    const known = new Set(verdicts.map(({ name }) => name));
    const texts = String(options.only ?? '').split(',');
    const all: Record<string, number> = {};
    const mutants = chosen.flatMap((kind) => {
      const made = makers[kind](bed).filter(({ name }) => texts.some((text) => name.includes(text)));
      all[kind] = made.length;
      return options.sample === undefined ? made : shuffled(made, options.seed ?? 1).slice(0, options.sample);
    });
    const baselines = createBaselines(bed);
    for (const mutant of mutants) {
      if (known.has(mutant.name) || performance.now() > ends) continue;
      const verdict = await judge(bed, baselines, mutant);
      verdicts.push(verdict);
      if (options.results !== undefined) appendFileSync(options.results, `${JSON.stringify(verdict)}\n`);
      console.error(`${verdict.seconds} s  ${verdict.kind}  ${verdict.name}: ${words[verdict.verdict](verdict.by)}`);
    }
    return tableOf(verdicts, all);
  } finally {
    await bed.close();
    rmSync(temporary.path, { recursive: true, force: true });
  }
}
