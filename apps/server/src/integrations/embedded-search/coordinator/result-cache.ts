import { createLru } from '@headwater/domain/lru';
import type { SearchOptions, SearchResult } from '#modules/search/port.ts';
import type { Planned } from '../query/plan.ts';

export interface ResultCache {
  /** Undefined: the query contains ids of a company and is not cached. */
  keyOf(planned: Planned, options: SearchOptions): string | undefined;
  find(key: string): CachedResult | undefined;
  /** `since`: `state` at the time of planning; a result older than a change is not cached. */
  keep(key: string, answer: CachedResult, since: number): void;
  changed(): void;
  readonly state: number;
}

export type CachedResult = Omit<SearchResult, 'tookMs' | 'version'>;

/** About 60 kB each with all facets; the LRU keeps at least half. */
const most = 400;
/** Longer queries are rarely repeated. */
const longestKey = 20_000;

class HoldsIds extends Error {}

function plainly(_: string, value: unknown): unknown {
  if (ArrayBuffer.isView(value)) throw new HoldsIds();
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

function keyOf({ plan, leaves }: Planned, { page, perPage, facets, histograms }: SearchOptions): string | undefined {
  try {
    const key = JSON.stringify([plan, leaves, page, perPage, facets, histograms], plainly);
    return key.length <= longestKey ? key : undefined;
  } catch (error) {
    if (error instanceof HoldsIds) return undefined;
    throw error;
  }
}

export function createResultCache(): ResultCache {
  const cached = createLru<string, CachedResult>(most);
  let state = 0;
  return {
    keyOf,
    find: cached.get,
    keep(key, answer, since) {
      if (since === state) cached.set(key, answer);
    },
    changed() {
      state++;
      cached.clear();
    },
    get state() {
      return state;
    },
  };
}
