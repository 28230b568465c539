import type { Edit } from './switches.ts';

/** One guard taken away, and what should notice. */
export interface Mutant {
  kind: Kind;
  /** Where it is and what is gone, the same in every run: `modules/tags/store.ts:175 company_id = …`. */
  name: string;
  /** What is put around the guard in its file. */
  edit?: Edit & { path: string };
  /** What is done to the migrated database. */
  sql?: string;
  /** Groups of tests, the quickest first: the next one is asked where the one before has noticed nothing. */
  guards: readonly Guard[];
  /** The table whose policy stands behind a predicate; undefined where there is none. */
  table?: string | undefined;
}

export const kinds = ['policies', 'rights', 'routes', 'checks', 'predicates'] as const;
export type Kind = (typeof kinds)[number];

export type Project = 'unit' | 'http';

/** Tests of one project: files by parts of their paths. */
export interface Guard {
  project: Project;
  files: readonly string[];
}
