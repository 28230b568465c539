import type { Bed } from './bed.ts';
import { type Guard, guardName, type Mutant } from './mutant.ts';
import { openingOf } from './policies.ts';
import type { Outcome } from './tests.ts';

/** `noticed`: a test fails. `policy`: none does, but one would if the policy of the table were gone, which does the same. `unnoticed`: none does. */
export interface Verdict {
  name: string;
  kind: string;
  verdict: 'noticed' | 'policy' | 'unnoticed';
  /** The first test that failed, or why nothing is known. */
  by: string;
  seconds: number;
}

/** Runs without any mutant, once for each group of tests. */
type Baselines = (guard: Guard, sql?: string) => Promise<Outcome>;

export function createBaselines(bed: Bed): Baselines {
  const known = new Map<string, Promise<Outcome>>();
  return (guard, sql) => {
    const key = `${guardName(guard)} ${sql ?? ''}`;
    const outcome = known.get(key) ?? bed.run(guard, { sql, stopsEarly: false });
    known.set(key, outcome);
    return outcome;
  };
}

/** What fails with the mutant alone; undefined where nothing does. */
const firstNew = (outcome: Outcome, before: Outcome): string | undefined =>
  outcome.failed.find((name) => !before.failed.includes(name)) ?? (before.broken === undefined ? outcome.broken : undefined);

async function noticedBy(
  bed: Bed,
  baselines: Baselines,
  { mutant, sql }: { mutant: Mutant; sql?: string | undefined },
): Promise<string | undefined> {
  for (const guard of mutant.guards) {
    const before = await baselines(guard, sql === mutant.sql ? undefined : sql);
    const outcome = await bed.checkout.withText(mutant.edit, () => bed.run(guard, { sql, stopsEarly: before.failed.length === 0 }));
    const name = firstNew(outcome, before);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** Behind a predicate stands the policy of its table: with both gone a test has to fail that does not fail with the policy alone gone. */
async function behindPolicy(bed: Bed, baselines: Baselines, mutant: Mutant): Promise<string | undefined> {
  const sql = bed.policies
    .filter(({ table }) => table === mutant.table)
    .map(openingOf)
    .join('; ');
  return sql === '' ? undefined : noticedBy(bed, baselines, { mutant, sql });
}

export async function judge(bed: Bed, baselines: Baselines, mutant: Mutant): Promise<Verdict> {
  const began = performance.now();
  const { name, kind } = mutant;
  const done = (verdict: Verdict['verdict'], by: string): Verdict => ({
    name,
    kind,
    verdict,
    by,
    seconds: Math.round((performance.now() - began) / 100) / 10,
  });
  const by = await noticedBy(bed, baselines, { mutant, sql: mutant.sql });
  if (by !== undefined) return done('noticed', by);
  const behind = mutant.edit && mutant.table !== undefined ? await behindPolicy(bed, baselines, mutant) : undefined;
  return behind === undefined ? done('unnoticed', '') : done('policy', behind);
}
