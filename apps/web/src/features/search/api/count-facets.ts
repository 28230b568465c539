import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Facet } from '@headwater/domain/query/facets';
import { api } from '#lib/api.ts';
import type { Asked } from './find-profiles.ts';

type Count = Awaited<ReturnType<typeof api.search.count>>;
export type FacetAnswer = NonNullable<Count['facets'][Facet]>;
export type FacetValue = FacetAnswer['values'][number];

export interface CountedFacet {
  answer: FacetAnswer;
  total: number;
  gdpr: Count['payload']['gdpr'];
}

interface Wish {
  facet: Facet;
  search: string;
  signal: AbortSignal;
  done: (answer: CountedFacet) => void;
  failed: (error: unknown) => void;
}

const waiting = new Map<string, { asked: Asked; wishes: Wish[] }>();
const nothing: FacetAnswer = { values: [], histogram: null };

/** Cancels the call when nobody waits for any of its facets. */
function sharedSignal(wishes: readonly Wish[]): AbortSignal {
  const controller = new AbortController();
  const check = () => {
    if (wishes.every((wish) => wish.signal.aborted)) controller.abort();
  };
  for (const wish of wishes) wish.signal.addEventListener('abort', check, { once: true });
  check();
  return controller.signal;
}

async function send(key: string): Promise<void> {
  const batch = waiting.get(key);
  waiting.delete(key);
  if (!batch) return;
  const { asked, wishes } = batch;
  const facet_search = Object.fromEntries(wishes.filter((wish) => wish.search).map((wish) => [wish.facet, wish.search]));
  const facets = [...new Set(wishes.map((wish) => wish.facet))];
  try {
    const counted = await api.search.count(
      { query: asked.q, filters: asked.f, facets, facet_search, ...(asked.folderId === null ? {} : { folder: asked.folderId }) },
      { signal: sharedSignal(wishes) },
    );
    const { count: total, gdpr } = counted.payload;
    for (const wish of wishes) wish.done({ answer: counted.facets[wish.facet] ?? nothing, total, gdpr });
  } catch (error) {
    for (const wish of wishes) wish.failed(error);
  }
}

/** Facets that are asked for in one turn travel in one call. */
function countTogether(asked: Asked, wish: Pick<Wish, 'facet' | 'search' | 'signal'>): Promise<CountedFacet> {
  const key = JSON.stringify(asked);
  return new Promise((done, failed) => {
    const batch = waiting.get(key);
    if (batch) {
      batch.wishes.push({ ...wish, done, failed });
      return;
    }
    waiting.set(key, { asked, wishes: [{ ...wish, done, failed }] });
    setTimeout(() => void send(key), 0);
  });
}

/** Counts of one facet of a search (FLT-050, FLT-051, FLT-057). Old counts stay until the new ones land. */
export const facetQuery = (facet: Facet, asked: Asked, search = '') =>
  queryOptions({
    queryKey: ['search', 'facet', facet, asked, search],
    queryFn: ({ signal }): Promise<CountedFacet> => countTogether(asked, { facet, search, signal }),
    placeholderData: keepPreviousData,
  });
