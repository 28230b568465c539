import { createLru } from '@headwater/domain/lru';
import type { SearchOptions, SearchResult } from '#modules/search/port.ts';
import type { Planned } from '../query/plan.ts';

/** What was answered lately, whole. Good only as long as nothing of the index has changed since: any change forgets all. */
export interface ResultCache {
  /** undefined where the question cannot be cached: it holds ids, which only the asking company knows. */
  keyOf(planned: Planned, options: SearchOptions): string | undefined;
  find(key: string): CachedResult | undefined;
  /** `since`: what `state` said when the question was planned; an answer that a change overtook is not cached. */
  keep(key: string, answer: CachedResult, since: number): void;
  /** To be called when a change begins and when it has ended: what is answered meanwhile may hold half of it. */
  changed(): void;
  readonly state: number;
}

export type CachedResult = Omit<SearchResult, 'tookMs' | 'version'>;

/** About 60 kB each with all facets; half of them at least are those that were asked last. */
const most = 400;
/** Longer questions are rarely asked twice. */
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
