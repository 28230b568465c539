import type { SearchSchema } from './schema.ts';

/** Search interface without engine details. Every adapter passes the conformance suite. */

/**
 * `exact`: as written; `stem`: by stem, or by transliteration in name fields; `prefix`: by written
 * beginning; `prefixOfForm`: by beginning of the transliteration (in other fields like `prefix`).
 */
export type WordMode = 'exact' | 'stem' | 'prefix' | 'prefixOfForm';

/** `boost` multiplies the field's weight (default 1). `tag` is returned in `why`. */
export interface LeafOptions {
  boost?: number;
  tag?: string;
}

export type QueryNode =
  | { op: 'all' }
  | ({ op: 'term'; field: string; value: string } & LeafOptions)
  /** Several words form a phrase; a prefix applies to the last. Empty text matches nothing. */
  | ({ op: 'word'; field: string; text: string; mode: WordMode } & LeafOptions)
  /** In this order, with at most `slop` other words in total, within one value. */
  | ({ op: 'phrase'; field: string; text: string; mode: 'exact' | 'stem'; slop: number } & LeafOptions)
  /** Inclusive; an absent bound is open. Documents without the number never match. */
  | { op: 'range'; field: string; min?: number; max?: number }
  /** `km` along the great circle, coordinates in degrees. */
  | { op: 'near'; field: string; lat: number; lon: number; km: number; tag?: string }
  /** `key` identifies the content, so that an engine can cache the set. */
  | { op: 'ids'; ids: Uint32Array; key?: string }
  /** An empty list matches everything. */
  | { op: 'and'; of: readonly QueryNode[] }
  /** An empty list matches nothing. The best part gives the score. */
  | { op: 'or'; of: readonly QueryNode[] }
  /** Matches like `or`, but the scores of all matching parts add up. */
  | { op: 'any'; of: readonly QueryNode[] }
  | { op: 'not'; of: QueryNode }
  /** Matches like `of`; each matching node of `preferred` adds its score. */
  | { op: 'prefer'; of: QueryNode; preferred: readonly QueryNode[] };

interface ValuesFilter {
  kind: 'values';
  facet: string;
  include: readonly string[];
  exclude?: readonly string[];
  /** Conditions that count as further included and excluded values. */
  includeNodes?: readonly QueryNode[];
  excludeNodes?: readonly QueryNode[];
  /** Whether a document must hold any or all included values; by default the facet's operator. */
  match?: 'any' | 'all';
}

/** Inclusive bounds. `missing` also accepts documents without the number. */
interface RangeFilter {
  kind: 'range';
  facet: string;
  min?: number;
  max?: number;
  missing?: boolean;
}

export type FacetFilter = ValuesFilter | RangeFilter;

/** Company-specific value (commented, viewed), used as if these documents held it. */
export interface FacetSet {
  facet: string;
  value: string;
  ids: Uint32Array;
  key?: string;
}

export interface FacetRequest {
  facet: string;
  /** Default 50; ties are ordered by value. */
  limit?: number;
  /** Prefix of any word, ignoring case. */
  search?: string;
  /** Values to count regardless of rank. */
  always?: readonly string[];
}

/** Counts of `edges[i] <= number < edges[i + 1]`. At least one edge, ascending. */
export interface HistogramRequest {
  facet: string;
  edges: readonly number[];
}

/** A company's own document replaces the common one of the same id. */
interface SearchScope {
  companyId: number | null;
}

/** Documents without the number come last. Ties are ordered by id, ascending. */
export type SearchSort = { by: 'relevance' } | { by: 'number'; field: string; order: 'asc' | 'desc' };

export interface SearchSelection {
  scope: SearchScope;
  filters?: readonly FacetFilter[];
  sets?: readonly FacetSet[];
  sort?: SearchSort;
  signal?: AbortSignal;
}

export interface SearchOptions extends SearchSelection {
  page?: number;
  /** 0 to 100, default 20. 0 returns counts only. */
  perPage?: number;
  /**
   * Facets that match any value are counted without their own included values, those that match all
   * with their filter.
   */
  facets?: readonly FacetRequest[];
  histograms?: readonly HistogramRequest[];
}

/** `points`: score of this leaf alone. */
export interface Match {
  field: string;
  text: string;
  points: number;
  tag?: string;
}

export interface SearchHit {
  id: number;
  /** Relevance points, or the sort value (higher first; -Infinity if the number is missing). */
  score: number;
  why: Match[];
}

export interface FacetCount {
  value: string;
  count: number;
}

export interface Histogram {
  counts: number[];
  below: number;
  above: number;
  missing: number;
}

export interface SearchResult {
  total: number;
  hits: SearchHit[];
  facets: Record<string, FacetCount[]>;
  histograms: Record<string, Histogram>;
  version: number;
  tookMs: number;
}

export interface SuggestRequest {
  scope: SearchScope;
  field: string;
  /** Prefix of any word, ignoring case. */
  prefix: string;
  /** Default 10, at most 100. */
  limit?: number;
}

export interface GeoPoint {
  lat: number;
  lon: number;
}

/** Identified by `id` and `owner` together. Unknown fields are rejected. */
export interface SearchDocument {
  /** 1 .. 2^31-1. */
  id: number;
  /** 0: common base, else company id. */
  owner: number;
  /** Only hides the common document of this id from its owner. */
  hidden?: boolean;
  /** 0..1. Must depend on the update day only, so that the order of documents is stable. */
  freshness: number;
  /** 0..1. */
  completeness: number;
  terms: Record<string, readonly string[]>;
  /** Integers within +-2^30. */
  numbers: Record<string, number>;
  /** A phrase never spans two values. */
  texts: Record<string, readonly string[]>;
  points: Record<string, readonly GeoPoint[]>;
}

export interface SourceChanges {
  version: number;
  /** Later versions that are included while an earlier transaction is open. */
  ahead?: readonly number[];
  /** All documents of each included id. */
  upserts: readonly SearchDocument[];
  removed: readonly number[];
  more: boolean;
}

export interface DocumentReader {
  /** Module with `readPart(options, { part, of })`: yields documents with id % of = part. */
  module: string;
  /** Must be structured-cloneable. */
  options: Readonly<Record<string, unknown>>;
}

/** Versions only increase. */
export interface DocumentSource {
  /**
   * Ascending by id, those after `afterId`. `version` is taken before reading; `count` is
   * approximate.
   */
  all(afterId?: number): Promise<{ version: number; count: number; documents: AsyncIterable<readonly SearchDocument[]> }>;
  read(ids: readonly number[]): Promise<SearchDocument[]>;
  /** Reads the same or newer documents as `all`, in threads. */
  reader?: DocumentReader;
  /** Excludes `ahead`. Undefined if the log does not reach back: rebuild. */
  changesSince(version: number, ahead?: ReadonlySet<number>): Promise<SourceChanges | undefined>;
}

export type SearchState = 'empty' | 'building' | 'ready' | 'closed';

export interface SearchStats {
  state: SearchState;
  documents: number;
  version: number;
  shards: number;
  segments: number;
  deleted: number;
  bytes: number;
  progress?: { done: number; total: number };
  /** Last rebuild of an index that several processes share. */
  builtAt?: Date;
  /** Why changes are not written, in words for an administrator. */
  trouble?: string;
}

export interface RebuildOptions {
  /** Any index that another process built after this one will do, even if it began before the call. */
  acceptsNewer?: boolean;
}

/** All states except `loaded` require `rebuild`. */
export interface OpenReport {
  state: 'loaded' | 'missing' | 'damaged' | 'outdated';
  version: number;
  detail?: string;
}

/** Documents of the source, and those that the index had wrong. */
export interface SearchComparison {
  documents: number;
  missing: number;
  changed: number;
  superfluous: number;
}

export interface SearchPort {
  readonly schema: SearchSchema;
  /** Reports bad files in the result instead of throwing. */
  open(): Promise<OpenReport>;
  search(tree: QueryNode, options: SearchOptions): Promise<SearchResult>;
  /** At most 50,000 ids, in search order. */
  scan(tree: QueryNode, options: SearchSelection & { limit: number }): Promise<{ ids: Uint32Array; total: number; version: number }>;
  suggest(request: SuggestRequest): Promise<FacetCount[]>;
  /** The call must hold all documents of each id. */
  upsert(documents: readonly SearchDocument[]): Promise<void>;
  remove(ids: readonly number[]): Promise<void>;
  /** Throws `timeout`. */
  waitFor(version: number, options?: { timeoutMs?: number; signal?: AbortSignal }): Promise<void>;
  /** Until it ends, searches use the old index or throw `not_ready`. */
  rebuild(options?: RebuildOptions): Promise<void>;
  save(): Promise<void>;
  /**
   * Compares a shared index with the source and repairs it. Undefined if another process is its
   * writer.
   */
  compare?(): Promise<SearchComparison | undefined>;
  stats(): Promise<SearchStats>;
  close(): Promise<void>;
}

/** bad_query: invalid field, number or page. too_complex: tree or expansion over its limit. */
export type SearchErrorCode = 'bad_query' | 'too_complex' | 'timeout' | 'busy' | 'not_ready' | 'aborted' | 'closed' | 'failed';

export class SearchError extends Error {
  readonly code: SearchErrorCode;
  constructor(code: SearchErrorCode, message: string) {
    super(message);
    this.name = 'SearchError';
    this.code = code;
  }
}

export const everything: QueryNode = { op: 'all' };
