import type { TextField } from '#modules/search/schema.ts';
import type { Growing, GrowingBytes } from '../format/typed-arrays.ts';

export interface TextBuffer {
  form: TextField['form'];
  at: Growing;
  /** See token-streams.ts; a code is the word number here plus one. */
  bytes: GrowingBytes;
  words: Map<string, number>;
  /** Codes of whole values: skills, companies and titles repeat often. */
  known: Map<string, Uint32Array>;
}

export interface ListBuffer {
  at: Growing;
  values: Growing;
  column: boolean;
}

export interface HashedValuesBuffer {
  arrivals: Growing;
  high: Growing;
  low: Growing;
}

interface PointBuffer {
  at: Growing;
  lat: Growing;
  lon: Growing;
}

export interface SegmentBuffers {
  ids: Growing;
  owners: Growing;
  staticRank: Growing;
  terms: [string, ListBuffer][];
  lookups: [string, HashedValuesBuffer][];
  numbers: [string, Growing][];
  counted: ReadonlySet<string>;
  texts: [string, TextBuffer][];
  points: [string, PointBuffer][];
  hidden: Set<number>;
  /** Id -> arrival, or a list if there are several: a list for each id would take more memory. */
  arrivals: Map<number, number | number[]>;
}
