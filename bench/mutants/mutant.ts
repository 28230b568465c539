/** One guard taken away, and what should notice. */
export interface Mutant {
  kind: Kind;
  /** Where it is and what is gone, the same in every run: `modules/tags/store.ts:175 company_id = …`. */
  name: string;
  /** What the files of a checkout hold instead. */
  edit?: { path: string; text: string };
  /** What is done to the migrated database. */
  sql?: string;
  /** Groups of tests, the quickest first: the next one is asked where the one before has noticed nothing. */
  guards: readonly Guard[];
  /** The table whose policy stands behind a predicate; undefined where there is none. */
  table?: string | undefined;
}

export const kinds = ['policies', 'predicates', 'rights', 'routes', 'checks'] as const;
export type Kind = (typeof kinds)[number];

/** Tests of one project: files by parts of their paths, and of these those whose names fit. */
export interface Guard {
  project: 'unit' | 'http';
  files: readonly string[];
  names?: string;
}

export const guardName = ({ files, names }: Guard): string => [...files, ...(names === undefined ? [] : [`-t ${names}`])].join(' ');
