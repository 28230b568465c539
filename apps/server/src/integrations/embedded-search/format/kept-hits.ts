import type { Bitmap } from './bitmaps.ts';

/** Documents of a query tree and of each filter. */
export interface Hits {
  base: Bitmap;
  filters: readonly Bitmap[];
}

/** Hits of the last queries of a segment: a browser asks for a page first, then for the facets of the same query. */
export interface KeptHits {
  find(key: string): Hits | undefined;
  keep(key: string, hits: Hits): void;
  clear(): void;
}

const most = 8;
export function createKeptHits(): KeptHits {
  const kept = new Map<string, Hits>();
  const drop = (key: string): void => {
    const { base, filters } = kept.get(key) ?? { filters: [] };
    for (const bitmap of [base, ...filters]) bitmap?.dispose();
    kept.delete(key);
  };
  return {
    find: (key) => kept.get(key),
    keep(key, { base, filters }) {
      if (kept.has(key)) return;
      kept.set(key, { base: base.clone(), filters: filters.map((filter) => filter.clone()) });
      if (kept.size > most) drop([...kept.keys()][0]!);
    },
    clear() {
      for (const key of kept.keys()) drop(key);
    },
  };
}
