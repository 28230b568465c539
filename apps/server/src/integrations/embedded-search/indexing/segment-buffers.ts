import type { TextField } from '#modules/search/schema.ts';
import type { Growing, GrowingBytes } from '../format/typed-arrays.ts';

/** What a segment is made of while documents still come in. */

export interface TextBuild {
  form: TextField['form'];
  at: Growing;
  /** See tokens.ts; a code is the number of the word here, plus one. */
  bytes: GrowingBytes;
  words: Map<string, number>;
  /** Codes of whole values: skills, companies and titles come again and again. */
  known: Map<string, Uint32Array>;
}

export interface ListBuild {
  at: Growing;
  values: Growing;
  /** Whether the values of a document are kept, for counting. */
  column: boolean;
}

export interface LookupBuild {
  arrivals: Growing;
  high: Growing;
  low: Growing;
}

export interface PointBuild {
  at: Growing;
  lat: Growing;
  lon: Growing;
}

export interface Build {
  ids: Growing;
  owners: Growing;
  standing: Growing;
  terms: [string, ListBuild][];
  lookups: [string, LookupBuild][];
  numbers: [string, Growing][];
  /** Number fields that a facet counts. */
  counted: ReadonlySet<string>;
  texts: [string, TextBuild][];
  points: [string, PointBuild][];
  /** Id -> its last arrival: a document given twice counts once, as it came last. */
  latest: Map<number, number>;
}
