import type { Bed } from './bed.ts';
import type { Mutant, Project } from './mutant.ts';
import { openingOf } from './policies.ts';
import type { Queue } from './queue.ts';
import type { Reach, Reaches } from './reach.ts';
import type { Outcome, Trial } from './trial/trial.ts';

/**
 * `noticed`: a test fails. `policy`: none does, but one would if the policy of the table were gone, which does the same. `unreached`: no test
 * asks it. `unnoticed`: none fails. `inconclusive`: none fails, but some ran out of time or lost their connection.
 */
export const verdictNames = ['noticed', 'policy', 'unreached', 'unnoticed', 'inconclusive'] as const;

export interface Verdict {
  name: string;
  kind: string;
  verdict: (typeof verdictNames)[number];
  /** The first test that failed, or why nothing is known. */
  by: string;
  /** Of tests, without the start of their processes. */
  seconds: number;
}

interface Court {
  bed: Bed;
  queue: Queue;
  reaches: Reaches;
}

/** Tests of these files need nothing of each other: those that do not ask the guard are left out. Of others whatever comes before is run as well. */
const isOfLooseTests = (file: string) => file.startsWith('apps/server/test/access');
/** It looks at what the others have left. */
const isLast = (name: string) => name.startsWith('after all of it');

interface Attempt extends Trial {
  /** Whose failures say something; undefined: of all. */
  speaks: ReadonlySet<string> | undefined;
}

/** What is to be run of a file; undefined where nothing of it asks the guard. */
function attemptOf({ project, file, tests, failures, setUp, ms }: Reach, id: number | undefined, reloads: boolean): Attempt | undefined {
  const known = failures.map(({ name }) => name);
  const all = { project, file, known, reloads, stopsEarly: true, ms, speaks: undefined };
  if (id === undefined || reloads || setUp.includes(id)) return all;
  const reaching = tests.filter(({ reached }) => reached.includes(id));
  if (reaching.length === 0) return undefined;
  const last = tests.findLastIndex(({ reached }) => reached.includes(id));
  const chosen = isOfLooseTests(file) ? tests.filter((test) => reaching.includes(test) || isLast(test.name)) : tests.slice(0, last + 1);
  const betweenMs = Math.max(0, ms - tests.reduce((sum, test) => sum + test.ms, 0));
  return {
    ...all,
    tests: chosen.map(({ name }) => name),
    speaks: new Set([...reaching.map(({ name }) => name), ...chosen.map(({ name }) => name).filter(isLast)]),
    ms: betweenMs + chosen.reduce((sum, test) => sum + test.ms, 0),
  };
}

interface Finding {
  by?: string;
  isUnclear: boolean;
  ms: number;
}

/** What fails of it that says something. */
function readOutcome(attempt: Attempt, outcome: Outcome | undefined): Finding {
  if (!outcome) return { isUnclear: true, ms: 0 };
  const fresh = outcome.failures.filter(({ name }) => !attempt.known.includes(name));
  const clear = fresh.find(({ name, isTest, isUnclear }) => !isUnclear && (!isTest || !attempt.speaks || attempt.speaks.has(name)));
  return { ...(clear ? { by: `${attempt.file}: ${clear.name}` } : {}), isUnclear: !clear && fresh.length > 0, ms: outcome.ms };
}

/** What is unclear is tried once more. */
async function attemptTwice({ queue }: Court, attempt: Attempt): Promise<Finding> {
  const first = readOutcome(attempt, await queue.attempt({ ...attempt }));
  return first.isUnclear ? readOutcome(attempt, await queue.attempt({ ...attempt })) : first;
}

async function noticedBy(court: Court, attempts: readonly Attempt[]): Promise<Finding> {
  const sum: Finding = { isUnclear: false, ms: 0 };
  for (const attempt of attempts) {
    const finding = await attemptTwice(court, attempt);
    sum.ms += finding.ms;
    if (finding.by !== undefined) return { ...sum, by: finding.by };
    sum.isUnclear ||= finding.isUnclear;
  }
  return sum;
}

/** Behind a predicate stands the policy of its table: with both gone a test has to fail that does not fail with the policy alone gone. */
async function behindPolicy(court: Court, mutant: Mutant, attempts: readonly Attempt[]): Promise<Finding> {
  const nothing: Finding = { isUnclear: false, ms: 0 };
  if (mutant.table === undefined) return nothing;
  const sql = court.bed.policies
    .filter(({ table }) => table === mutant.table)
    .map(openingOf)
    .join('; ');
  if (sql === '') return nothing;
  for (const attempt of attempts) {
    const both = await attemptTwice(court, { ...attempt, sql });
    if (both.by === undefined) continue;
    const alone = await court.queue.attempt({ ...attempt, sql, mutant: undefined, stopsEarly: false });
    const known = [...attempt.known, ...(alone?.failures ?? []).map(({ name }) => name)];
    const again = alone && known.length > attempt.known.length ? await attemptTwice(court, { ...attempt, sql, known }) : both;
    if (again.by !== undefined) return again;
  }
  return nothing;
}

/** The quickest first. */
async function attemptsOf({ bed, reaches }: Court, mutant: Mutant, project: Project): Promise<Attempt[]> {
  const id = mutant.edit ? bed.mutants.indexOf(mutant) : undefined;
  const found = await reaches.of(mutant, project);
  const reloads = id !== undefined && reaches.isLoaded(id);
  return found
    .flatMap((reach) => {
      const attempt = attemptOf(reach, id, reloads);
      return attempt ? [{ ...attempt, mutant: id, sql: mutant.sql }] : [];
    })
    .toSorted((one, other) => one.ms - other.ms);
}

export async function judge(court: Court, mutant: Mutant): Promise<Verdict> {
  const { name, kind } = mutant;
  const done = (verdict: Verdict['verdict'], { by = '', ms }: Pick<Finding, 'by' | 'ms'>): Verdict => ({
    name,
    kind,
    verdict,
    by,
    seconds: Math.round(ms / 100) / 10,
  });
  const sum = { count: 0, isUnclear: false, ms: 0 };
  for (const project of ['unit', 'http'] as const) {
    const attempts = await attemptsOf(court, mutant, project);
    const alone = await noticedBy(court, attempts);
    if (alone.by !== undefined) return done('noticed', { by: alone.by, ms: sum.ms + alone.ms });
    const behind = await behindPolicy(court, mutant, attempts);
    sum.ms += alone.ms + behind.ms;
    if (behind.by !== undefined) return done('policy', { by: behind.by, ms: sum.ms });
    sum.count += attempts.length;
    sum.isUnclear ||= alone.isUnclear;
  }
  if (sum.count === 0) return done('unreached', sum);
  return done(sum.isUnclear ? 'inconclusive' : 'unnoticed', sum);
}
