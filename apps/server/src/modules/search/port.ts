import type { SearchSchema } from './schema.ts';

/**
 * What the product asks of a search engine. Names no engine: every adapter passes the same conformance suite.
 * Ids only travel here; rows are read from the database by the caller.
 */

/**
 * How a word is compared: as written; by its stem (or, in a field of names, by its transliteration); by its beginning as written; by the
 * beginning of its transliteration (in a field of names only; elsewhere as `prefix`).
 */
export type WordMode = 'exact' | 'stem' | 'prefix' | 'prefixOfForm';

/** `boost` multiplies the weight of the field (default 1); `tag` comes back in `why`, so that a caller can tell which chip matched. */
export interface LeafOptions {
  boost?: number;
  tag?: string;
}

export type QueryNode =
  | { op: 'all' }
  /** The document holds exactly this value in a term field. */
  | ({ op: 'term'; field: string; value: string } & LeafOptions)
  /** `text` of several words is a phrase without gaps (`prefix`, `prefixOfForm`: the last is the beginning); without a word in it, it matches nothing. */
  | ({ op: 'word'; field: string; text: string; mode: WordMode } & LeafOptions)
  /** The words in this order, with at most `slop` other words between the first and the last in all. Never across two values of a field. */
  | ({ op: 'phrase'; field: string; text: string; mode: 'exact' | 'stem'; slop: number } & LeafOptions)
  /** Both ends included; an absent end is open; a document without the number never matches. */
  | { op: 'range'; field: string; min?: number; max?: number }
  /** At least one of the points of the document lies within `km` of the place (degrees, great circle). */
  | { op: 'near'; field: string; lat: number; lon: number; km: number; tag?: string }
  /** `key` names this very content (for example company and version): an engine may keep the set under it. */
  | { op: 'ids'; ids: Uint32Array; key?: string }
  /** Scores add up. An empty list matches everything. */
  | { op: 'and'; of: readonly QueryNode[] }
  /** The best of the matching parts gives the score. An empty list matches nothing. */
  | { op: 'or'; of: readonly QueryNode[] }
  /** Matches what `or` matches; the scores of all matching parts add up, so that whoever matches more of them comes first. */
  | { op: 'any'; of: readonly QueryNode[] }
  | { op: 'not'; of: QueryNode }
  /** Matches what `of` matches; each of `wanted` that also matches adds its score. */
  | { op: 'prefer'; of: QueryNode; preferred: readonly QueryNode[] };

/** Values of a term facet. How several included values combine (any or all of them) is the facet's own rule in the schema. */
export interface ValuesFilter {
  kind: 'values';
  facet: string;
  include: readonly string[];
  /** A document that holds one of these is left out. */
  exclude?: readonly string[];
}

/** Both ends included; `missing` also lets in the documents that do not state the number. */
export interface RangeFilter {
  kind: 'range';
  facet: string;
  min?: number;
  max?: number;
  missing?: boolean;
}

export type FacetFilter = ValuesFilter | RangeFilter;

/**
 * A facet value known only to the asking company (has a comment, was viewed ...): a set of ids from the database under row-level
 * security. It is filtered and counted as if the documents held `value`. `key` as in the `ids` node.
 */
export interface FacetSet {
  facet: string;
  value: string;
  ids: Uint32Array;
  key?: string;
}

export interface FacetRequest {
  facet: string;
  /** Most frequent values returned (ties: by value). Default 50. */
  limit?: number;
  /** Only values holding a word that begins so (any case). */
  search?: string;
  /** Values whose count is wanted whatever their rank: the selected ones. */
  always?: readonly string[];
}

/** Counts of `edges[i] <= number < edges[i + 1]`; edges ascend, at least one. */
export interface HistogramRequest {
  facet: string;
  edges: readonly number[];
}

/**
 * Common base and, where given, the documents of one company: nothing else can ever be found. Where the company has a document of an id of
 * its own, the common one of that id does not exist for it.
 */
export interface SearchScope {
  companyId: number | null;
}

/** Documents without the number come last; ties are broken by id, ascending. */
export type SearchSort = { by: 'relevance' } | { by: 'number'; field: string; order: 'asc' | 'desc' };

export interface SearchSelection {
  scope: SearchScope;
  filters?: readonly FacetFilter[];
  sets?: readonly FacetSet[];
  sort?: SearchSort;
  signal?: AbortSignal;
}

export interface SearchOptions extends SearchSelection {
  /** From 1. */
  page?: number;
  /** 0 to 100, default 20. 0 asks for counts alone. */
  perPage?: number;
  /**
   * A facet of the operator `or` is counted without its own included values (a value counts as many as would come with it), an excluded value of it
   * as if nothing of the facet were chosen; a facet of the operator `and` is counted as it is filtered. Count only what is open.
   */
  facets?: readonly FacetRequest[];
  histograms?: readonly HistogramRequest[];
}

/** A word, phrase, term or place of a matching branch of the query. `points` is what it is worth by itself. */
export interface Match {
  field: string;
  text: string;
  points: number;
  tag?: string;
}

export interface SearchHit {
  id: number;
  /** Points by relevance; sorted by a number, what it was ordered by: higher first, -Infinity where the number is not stated. */
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
  /** The version of the source that the answer stands at. */
  version: number;
  tookMs: number;
}

export interface SuggestRequest {
  scope: SearchScope;
  /** A term field. */
  field: string;
  /** Matched against the beginning of every word of the stored values, any case. */
  prefix: string;
  /** Default 10, at most 100. */
  limit?: number;
}

export interface GeoPoint {
  lat: number;
  lon: number;
}

/**
 * One profile as the index knows it, or as one company sees it: known by `id` and `owner` together. Fields and their meaning are those of the
 * schema; an unknown field is refused.
 */
export interface SearchDocument {
  /** 1 .. 2^31-1. */
  id: number;
  /** 0 = the common base, else the id of the company it belongs to. */
  owner: number;
  /** Never found by itself: it only hides the common document of this id from its owner. What else it says counts for nothing. */
  hidden?: boolean;
  /** 0..1. Must grow with the day of the last update and stand still by itself, so that the order of old documents never moves. */
  freshness: number;
  /** 0..1. */
  completeness: number;
  terms: Record<string, readonly string[]>;
  /** Whole numbers within +-2^30. */
  numbers: Record<string, number>;
  /** Several values of a field are several strings: a phrase never spans two. */
  texts: Record<string, readonly string[]>;
  points: Record<string, readonly GeoPoint[]>;
}

export interface SourceChanges {
  /** The version that the index stands at after these changes: everything up to it is in. */
  version: number;
  /** Later versions of single changes that are in too, while one between is still on its way. None where absent. */
  ahead?: readonly number[];
  /** All documents of each id that is among them: they replace whatever there is of it. */
  upserts: readonly SearchDocument[];
  removed: readonly number[];
  /** There is more: ask again from here. */
  more: boolean;
}

/** How a thread of the engine reads documents by itself: several read side by side, and nothing of it takes time where requests are answered. */
export interface DocumentReader {
  /** Address of a module with `readPart(options, { part, of })`: the documents whose id gives `part` when divided by `of`, in lists. */
  module: string;
  /** Whatever it needs; can be cloned. */
  options: Readonly<Record<string, unknown>>;
}

/** Where documents come from. The search module implements it on the database; versions only ever grow. */
export interface DocumentSource {
  /** Every document; `count` is how many there are, about. `version` is taken before the first is read: what changes meanwhile is followed afterwards. */
  all(): Promise<{ version: number; count: number; documents: AsyncIterable<readonly SearchDocument[]> }>;
  /** Where `all` can also be read in threads: the same documents, or newer. */
  reader?: DocumentReader;
  /**
   * What changed after `version`, but for what is `ahead` already, each document in its present state; undefined when that is no longer
   * known (rebuild then).
   */
  changesSince(version: number, ahead?: ReadonlySet<number>): Promise<SourceChanges | undefined>;
}

export type SearchState = 'empty' | 'building' | 'ready' | 'closed';

export interface SearchStats {
  state: SearchState;
  /** Those of companies and those that only hide included. */
  documents: number;
  version: number;
  shards: number;
  segments: number;
  deleted: number;
  bytes: number;
  /** Set while a rebuild runs. */
  progress?: { done: number; total: number };
}

/** What opening found. `missing`, `damaged`, `outdated` ask the caller for `rebuild`. */
export interface OpenReport {
  state: 'loaded' | 'missing' | 'damaged' | 'outdated';
  version: number;
  detail?: string;
}

export interface SearchPort {
  readonly schema: SearchSchema;
  /** Loads what an earlier process saved and follows the source from there. Never throws for bad files: it says what it found. */
  open(): Promise<OpenReport>;
  search(tree: QueryNode, options: SearchOptions): Promise<SearchResult>;
  /** The first `limit` ids in the order of the search, at most 50,000. */
  scan(tree: QueryNode, options: SearchSelection & { limit: number }): Promise<{ ids: Uint32Array; total: number; version: number }>;
  suggest(request: SuggestRequest): Promise<FacetCount[]>;
  /**
   * Puts documents in at once, beside the source. They replace all documents of their ids, whoever owns them: the call holds all of each id.
   * Visible to searches that start after it resolves.
   */
  upsert(documents: readonly SearchDocument[]): Promise<void>;
  /** Takes out all documents of the ids. */
  remove(ids: readonly number[]): Promise<void>;
  /** Resolves when changes up to `version` of the source are visible. Throws `timeout`. */
  waitFor(version: number, options?: { timeoutMs?: number; signal?: AbortSignal }): Promise<void>;
  /** Reads everything from the source again; searches answer from what is there meanwhile, or throw `not_ready`. */
  rebuild(): Promise<void>;
  /** Saves the present state so that `open` finds it. */
  save(): Promise<void>;
  stats(): Promise<SearchStats>;
  close(): Promise<void>;
}

/**
 * bad_query: unknown field, bad number, page too deep (a mistake of the caller). too_complex: the tree or an expansion is over its bound.
 * timeout: over the time limit. busy: too many searches wait. not_ready: no index yet. aborted: the caller left. closed: after `close`.
 */
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
