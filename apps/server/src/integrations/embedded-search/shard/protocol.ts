import type { DocumentReader, GeoPoint, SearchDocument, WordMode } from '#modules/search/port.ts';
import type { SearchSchema } from '#modules/search/schema.ts';
import type { SegmentData } from '../format/segment.ts';

/** What threads say to each other. Ordinals are numbers here: the coordinator keeps the one dictionary of values of each term field. */

export interface EncodedDocument {
  id: number;
  owner: number;
  hidden: boolean;
  /** 0..60,000: the part of the score that is the document's own. */
  staticRank: number;
  terms: Record<string, number[]>;
  /** Two halves of the hash of each value, see hashed-values.ts. */
  lookups: Record<string, number[]>;
  numbers: Record<string, number>;
  texts: Record<string, readonly string[]>;
  points: Record<string, readonly GeoPoint[]>;
}

/** `leaf` numbers the parts that `why` may name; -1 = never (under a `not`). A term that no document ever had is -1. */
export type PlanNode =
  | { op: 'all' }
  | { op: 'term'; field: string; term: number; points: number; leaf: number }
  | { op: 'lookup'; field: string; high: number; low: number; points: number; leaf: number }
  | { op: 'text'; field: string; words: readonly string[]; mode: WordMode; slop: number; points: number; leaf: number }
  | { op: 'range'; field: string; min: number; max: number }
  | { op: 'near'; field: string; lat: number; lon: number; km: number; leaf: number }
  | { op: 'ids'; ids: Uint32Array; key?: string }
  | { op: 'and'; of: readonly PlanNode[] }
  | { op: 'or'; of: readonly PlanNode[] }
  | { op: 'any'; of: readonly PlanNode[] }
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
      all: boolean;
      include: readonly number[];
      exclude: readonly number[];
      sets: readonly PlanSet[];
    }
  | { kind: 'range'; facet: string; field: string; min: number; max: number; missing: boolean };

export interface PlanFacet {
  facet: string;
  field: string;
  sets: readonly PlanSet[];
  /** Filters left out when counting: numbers in `filters`. */
  without: readonly number[];
  /** Values that are excluded and counted all the same, as if nothing of the facet were chosen. */
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
  /** How many first hits are wanted. */
  take: number;
  /** How many leaves there are to explain; 0 = explain nothing. */
  leaves: number;
  facets: readonly PlanFacet[];
  histograms: readonly PlanHistogram[];
}

export interface ShardResult {
  total: number;
  /** Best first. */
  ids: Uint32Array;
  scores: Float64Array;
  /** A row of ceil(leaves / 32) numbers a hit, a bit a leaf. */
  matched: Uint32Array;
  facets: { terms: Uint32Array; counts: Uint32Array }[];
  /** A row a histogram: below, each bucket, above, missing. */
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
  /** Segments that had better become one. */
  merge: number[];
}

export interface SavedFile {
  file: string;
  bytes: number;
  checksum: number;
}

/** Whose documents are counted; `all`: everybody's, deleted and hidden ones too, for no more than an order. */
export type Counted = readonly number[] | 'all';

export interface Commands {
  search: { ask: { plan: SearchPlan; slot: number }; answer: ShardResult };
  /** Collects documents for one big segment; answers those that cannot be indexed. */
  collect: { ask: { documents: readonly SearchDocument[] }; answer: { id: number; reason: string }[] };
  /** The same, read in the thread. `counter`: documents read so far; not 0 = stop. */
  read: {
    ask: { reader: DocumentReader; part: { part: number; of: number }; counter: Int32Array };
    answer: { id: number; reason: string }[];
  };
  /** Values of each term field in the order of their numbers in this thread ... */
  terms: { ask: Record<never, never>; answer: Record<string, readonly string[]> };
  /** ... which are exchanged for these when the segment is made. */
  seal: { ask: { numbers: Record<string, Uint32Array> }; answer: SegmentData | undefined };
  adopt: { ask: { data: SegmentData }; answer: ShardState };
  apply: { ask: { documents: EncodedDocument[]; removed: number[] }; answer: ShardState };
  /** Documents of each term, for suggestions. */
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
  /** Steps back for the others: merging is not urgent. */
  background: boolean;
  /** Makes very many short-lived objects: more room for them is less copying. */
  building?: boolean;
  /** A cell a running search: not 0 = give up. */
  flags: Int32Array;
}

/** Thrown inside a thread; travels as its code and message. */
export class ShardError extends Error {
  readonly code: 'cancelled' | 'too_complex' | 'damaged';
  constructor(code: 'cancelled' | 'too_complex' | 'damaged', message: string) {
    super(message);
    this.code = code;
  }
}
