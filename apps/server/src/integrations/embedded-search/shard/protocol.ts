import type { DocumentReader, GeoPoint, SearchDocument, WordMode } from '#modules/search/port.ts';
import type { SearchSchema } from '#modules/search/schema.ts';
import type { SegmentData } from '../format/segment.ts';

/** Messages between threads. Term values are numbers; the coordinator has the dictionaries. */

export interface EncodedDocument {
  id: number;
  owner: number;
  hidden: boolean;
  /** 0..60,000: the query-independent part of the score. */
  staticRank: number;
  terms: Record<string, number[]>;
  /** Two halves of each value's hash, see hashed-values.ts. */
  lookups: Record<string, number[]>;
  numbers: Record<string, number>;
  texts: Record<string, readonly string[]>;
  points: Record<string, readonly GeoPoint[]>;
}

/** `leaf` numbers the parts for `why`; -1: not explained. Term -1: no document ever had it. */
export type PlanNode =
  | { op: 'all' }
  | { op: 'term'; field: string; term: number; points: number; leaf: number }
  | { op: 'lookup'; field: string; high: number; low: number; points: number; leaf: number }
  | { op: 'text'; field: string; words: readonly string[]; mode: WordMode; slop: number; points: number; leaf: number }
  | { op: 'range'; field: string; min: number; max: number }
  | { op: 'near'; field: string; lat: number; lon: number; km: number; leaf: number }
  | { op: 'ids'; ids: Uint32Array; key?: string }
  | { op: 'and'; of: readonly PlanNode[] }
  /** `union`: indexes of parts that together include all documents of the others. */
  | { op: 'or'; of: readonly PlanNode[]; union: readonly number[] }
  | { op: 'any'; of: readonly PlanNode[]; union: readonly number[] }
  | { op: 'not'; of: PlanNode }
  | { op: 'prefer'; of: PlanNode; preferred: readonly PlanNode[] };

export interface PlanSet {
  term: number;
  ids: Uint32Array;
  key?: string;
}

export type PlanFilter =
  | {
      kind: 'values';
      facet: string;
      field: string;
      isExcluded: boolean;
      /** For an inclusion: all must match, not any. */
      all: boolean;
      terms: readonly number[];
      conditions: readonly PlanNode[];
      sets: readonly PlanSet[];
    }
  | { kind: 'range'; facet: string; field: string; min: number; max: number; missing: boolean };

export interface PlanFacet {
  facet: string;
  field: string;
  sets: readonly PlanSet[];
  without: readonly number[];
  /** Excluded values, counted as if the facet had no filter. */
  excluded: { terms: readonly number[]; without: readonly number[] };
}

export interface PlanHistogram {
  facet: string;
  field: string;
  edges: readonly number[];
  without: readonly number[];
}

export interface SearchPlan {
  tree: PlanNode;
  owners: readonly number[];
  filters: readonly PlanFilter[];
  sort: { by: 'relevance' } | { by: 'number'; field: string; descending: boolean };
  take: number;
  leaves: number;
  facets: readonly PlanFacet[];
  histograms: readonly PlanHistogram[];
}

export interface ShardResult {
  total: number;
  ids: Uint32Array;
  scores: Float64Array;
  /** A row of ceil(leaves / 32) numbers per hit, one bit per leaf. */
  matched: Uint32Array;
  facets: { terms: Uint32Array; counts: Uint32Array }[];
  histograms: Uint32Array[];
}

export interface MergeInput {
  segment: number;
  data: SegmentData;
  deleted: Uint32Array;
}

export interface ShardState {
  documents: number;
  deleted: number;
  segments: number;
  bytes: number;
  merge: number[];
}

export interface SavedFile {
  file: string;
  bytes: number;
  checksum: number;
}

export type Counted = readonly number[] | 'all';

export interface Commands {
  search: { ask: { plan: SearchPlan; slot: number }; answer: ShardResult };
  collect: { ask: { documents: readonly SearchDocument[] }; answer: { id: number; reason: string }[] };
  /** `counter`: documents so far; a non-zero second cell stops the thread. */
  read: {
    ask: { reader: DocumentReader; part: { part: number; of: number }; counter: Int32Array };
    answer: { id: number; reason: string }[];
  };
  terms: { ask: Record<never, never>; answer: Record<string, readonly string[]> };
  /** Replaces local numbers by final ones, and creates the segment. */
  seal: { ask: { numbers: Record<string, Uint32Array> }; answer: SegmentData | undefined };
  adopt: { ask: { data: SegmentData }; answer: ShardState };
  apply: { ask: { documents: EncodedDocument[]; removed: number[] }; answer: ShardState };
  count: { ask: { field: string; terms: Uint32Array; owners: Counted }; answer: Uint32Array };
  mergeInputs: { ask: { segments: number[] }; answer: MergeInput[] };
  merge: { ask: { inputs: MergeInput[] }; answer: SegmentData };
  swap: { ask: { inputs: { segment: number; deleted: Uint32Array }[]; data: SegmentData }; answer: ShardState };
  save: { ask: { path: string }; answer: SavedFile };
  load: { ask: { path: string; saved: SavedFile }; answer: ShardState };
}

export type CommandName = keyof Commands;

export interface WorkerSetup {
  schema: SearchSchema;
  background: boolean;
  /** A larger young generation, because building creates many short-lived objects. */
  building?: boolean;
  /** A cell per running search; non-zero: stop. */
  flags: Int32Array;
}

export class ShardError extends Error {
  readonly code: 'cancelled' | 'too_complex' | 'damaged';
  constructor(code: 'cancelled' | 'too_complex' | 'damaged', message: string) {
    super(message);
    this.code = code;
  }
}
