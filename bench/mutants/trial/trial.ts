import type { Project } from '../mutant.ts';

/** A test file, run once with something taken away. */
export interface Trial {
  project: Project;
  file: string;
  /** The guard that is taken away; left out: none. */
  mutant?: number | undefined;
  /** What is done to the migrated database before. */
  sql?: string | undefined;
  /** Of the file only these; left out: all. */
  tests?: readonly string[] | undefined;
  /** Tests that fail anyhow: they end nothing. */
  known: readonly string[];
  /** No further than to the first that fails. */
  stopsEarly: boolean;
  /** The guard is asked while modules are loaded, so they are loaded anew. */
  reloads: boolean;
  /** What it is likely to take. */
  ms: number;
}

interface RanTest {
  name: string;
  ms: number;
  /** Guards that it asked. */
  reached: readonly number[];
}

interface Failure {
  /** The test, or the suite whose hook or whose loading failed. */
  name: string;
  isTest: boolean;
  error: string;
  /** By time or by a lost connection: says nothing about the guard. */
  isUnclear: boolean;
}

export interface Outcome {
  tests: readonly RanTest[];
  failures: readonly Failure[];
  /** Guards asked between tests, mostly by hooks. */
  setUp: readonly number[];
  /** Guards asked while modules were loaded. */
  loaded: readonly number[];
  ms: number;
}

/** A line of what a process writes: a trial that has begun, and one that has ended. */
export type Line = { trial: number } & ({ began: true } | { outcome: Outcome });

/** What a process is started with. */
export interface Plan {
  project: Project;
  trials: readonly Trial[];
  /** Where lines are written to. */
  lines: string;
  postgresUrl: string;
}

/** The environment of a process names the file of its plan. */
export const planVariable = 'HEADWATER_MUTANT_PLAN';
export const originalDatabase = 'headwater_original';
export const templateDatabase = 'headwater_template';

export function databaseUrl(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
