import type { TextField } from '#modules/search/schema.ts';
import type { Growing, GrowingBytes } from '../format/typed-arrays.ts';

/** What a segment is made of while documents still come in. */

export interface TextBuffer {
  form: TextField['form'];
  at: Growing;
  /** See token-streams.ts; a code is the number of the word here, plus one. */
  bytes: GrowingBytes;
  words: Map<string, number>;
  /** Codes of whole values: skills, companies and titles come again and again. */
  known: Map<string, Uint32Array>;
}

export interface ListBuffer {
  at: Growing;
  values: Growing;
  /** Whether the values of a document are kept, for counting. */
  column: boolean;
}

export interface HashedValuesBuffer {
  arrivals: Growing;
  high: Growing;
  low: Growing;
}

export interface PointBuffer {
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
  /** Number fields that a facet counts. */
  counted: ReadonlySet<string>;
  texts: [string, TextBuffer][];
  points: [string, PointBuffer][];
  /** Arrivals of documents that only hide others. */
  hidden: Set<number>;
  /** Id -> its arrival, or all of them where there are several: a list for each of the others would take more than the numbers. */
  arrivals: Map<number, number | number[]>;
}
