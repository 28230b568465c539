import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Facet } from '@headwater/domain/query/facets';
import { api } from '#lib/api.ts';
import type { SearchInput } from './find-profiles.ts';

type Count = Awaited<ReturnType<typeof api.search.count>>;
type FacetAnswer = NonNullable<Count['facets'][Facet]>;
export type FacetValue = FacetAnswer['values'][number];

export interface CountedFacet {
  answer: FacetAnswer;
  total: number;
  gdpr: Count['payload']['gdpr'];
}

interface FacetRequest {
  facet: Facet;
  search: string;
  signal: AbortSignal;
  done: (answer: CountedFacet) => void;
  failed: (error: unknown) => void;
}

const waiting = new Map<string, { search: SearchInput; requests: FacetRequest[] }>();
const nothing: FacetAnswer = { values: [], histogram: null };

/** Aborts the call when all requests for its facets are aborted. */
function sharedSignal(requests: readonly FacetRequest[]): AbortSignal {
  const controller = new AbortController();
  const check = () => {
    if (requests.every((request) => request.signal.aborted)) controller.abort();
  };
  for (const request of requests) request.signal.addEventListener('abort', check, { once: true });
  check();
  return controller.signal;
}

async function send(key: string): Promise<void> {
  const batch = waiting.get(key);
  waiting.delete(key);
  if (!batch) return;
  const { search, requests } = batch;
  const facet_search = Object.fromEntries(requests.filter((request) => request.search).map((request) => [request.facet, request.search]));
  const facets = [...new Set(requests.map((request) => request.facet))];
  try {
    const counted = await api.search.count(
      { query: search.q, filters: search.f, facets, facet_search, ...(search.folderId === null ? {} : { folder: search.folderId }) },
      { signal: sharedSignal(requests) },
    );
    const { count: total, gdpr } = counted.payload;
    for (const request of requests) request.done({ answer: counted.facets[request.facet] ?? nothing, total, gdpr });
  } catch (error) {
    for (const request of requests) request.failed(error);
  }
}

/** Batches facets that are requested in the same task into one call. */
function countTogether(search: SearchInput, request: Pick<FacetRequest, 'facet' | 'search' | 'signal'>): Promise<CountedFacet> {
  const key = JSON.stringify(search);
  return new Promise((done, failed) => {
    const batch = waiting.get(key);
    if (batch) {
      batch.requests.push({ ...request, done, failed });
      return;
    }
    waiting.set(key, { search, requests: [{ ...request, done, failed }] });
    setTimeout(() => void send(key), 0);
  });
}

/** FLT-050, FLT-051, FLT-057. */
export const facetQuery = (facet: Facet, searchInput: SearchInput, search = '') =>
  queryOptions({
    queryKey: ['search', 'facet', facet, searchInput, search],
    queryFn: ({ signal }): Promise<CountedFacet> => countTogether(searchInput, { facet, search, signal }),
    placeholderData: keepPreviousData,
  });
