import type { Bed } from './bed.ts';
import type { Mutant } from './mutant.ts';
import { openingOf } from './policies.ts';
import type { Queue } from './queue.ts';
import type { Reach, Reaches } from './reach.ts';
import type { Outcome, Trial } from './trial/trial.ts';

/**
 * `noticed`: a test fails. `policy`: none of a group does, but one would if the policy of the table were gone, which does the same. `unreached`: no test
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

/** Opens the policies of the table that a predicate is about, and where that is not known those of all tables that its file names. */
function openingFor({ policies, checkout }: Bed, { table, edit }: Mutant): string {
  const ofTable = policies.filter((policy) => policy.table === table);
  if (ofTable.length > 0 || !edit) return ofTable.map(openingOf).join('; ');
  const words = new Set(checkout.read(edit.path).match(/\w+/g));
  return policies
    .filter((policy) => words.has(policy.table))
    .map(openingOf)
    .join('; ');
}

/** Behind a predicate stands the policy of its table: with both gone a test has to fail that does not fail with the policy alone gone. */
async function behindPolicy(court: Court, mutant: Mutant, attempts: readonly Attempt[]): Promise<Finding> {
  const nothing: Finding = { isUnclear: false, ms: 0 };
  const sql = mutant.kind === 'predicates' ? openingFor(court.bed, mutant) : '';
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

/** With those of them that ask the mutant, the quickest first. */
function attemptsWith({ bed, reaches }: Court, mutant: Mutant, found: readonly Reach[]): Attempt[] {
  const id = mutant.edit ? bed.mutants.indexOf(mutant) : undefined;
  const reloads = id !== undefined && reaches.isLoaded(id);
  return found
    .flatMap((reach) => {
      const attempt = attemptOf(reach, id, reloads);
      return attempt ? [{ ...attempt, mutant: id, sql: mutant.sql }] : [];
    })
    .toSorted((one, other) => one.ms - other.ms);
}

/** Tests of other modules that ask it all the same. What is asked while modules are loaded says nothing of who needs it. */
async function attemptsOfOthers(court: Court, mutant: Mutant, tried: readonly Attempt[]): Promise<Attempt[]> {
  if (!mutant.edit || court.reaches.isLoaded(court.bed.mutants.indexOf(mutant))) return [];
  const files = new Set(tried.map(({ file }) => file));
  return attemptsWith(
    court,
    mutant,
    (await court.reaches.all()).filter(({ file }) => !files.has(file)),
  );
}

export async function judge(court: Court, mutant: Mutant): Promise<Verdict> {
  const { name, kind } = mutant;
  const tried: Attempt[] = [];
  let [isUnclear, ms] = [false, 0];
  const done = (verdict: Verdict['verdict'], by = ''): Verdict => ({ name, kind, verdict, by, seconds: Math.round(ms / 100) / 10 });
  const add = (finding: Finding) => {
    isUnclear ||= finding.isUnclear;
    ms += finding.ms;
    return finding.by;
  };
  for (const guard of mutant.guards) {
    const files = new Set(tried.map(({ file }) => file));
    const found = (await court.reaches.of(guard)).filter(({ file }) => !files.has(file));
    const attempts = attemptsWith(court, mutant, found);
    tried.push(...attempts);
    const by = add(await noticedBy(court, attempts));
    if (by !== undefined) return done('noticed', by);
    const behind = add(await behindPolicy(court, mutant, attempts));
    if (behind !== undefined) return done('policy', behind);
  }
  const others = await attemptsOfOthers(court, mutant, tried);
  const by = add(await noticedBy(court, others));
  if (by !== undefined) return done('noticed', by);
  if (tried.length + others.length === 0) return done('unreached');
  return done(isUnclear ? 'inconclusive' : 'unnoticed');
}
