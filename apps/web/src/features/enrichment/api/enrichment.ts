import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { EnrichmentState } from '@headwater/domain/profiles/enrichment';
import { orpc } from '#lib/api.ts';

export const requestsPerPage = 20;
/** While something runs, where no pings come through (ENR-021). */
const whileRunning = 5000;

interface RequestFilter {
  search: string;
  state: EnrichmentState | undefined;
  page: number;
}

/** ENR-015: a page of requests, the newest first. */
export const requestsQuery = ({ search, state, page }: RequestFilter) =>
  orpc.enrichment.list.queryOptions({
    input: { page, per_page: requestsPerPage, ...(search ? { query: search } : {}), ...(state ? { state } : {}) },
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      query.state.data?.requests.some((request) => request.state === 'waiting' || request.state === 'processing') ? whileRunning : false,
  });

/** CONT-029: what is left of the month. */
export const quotaQuery = queryOptions({ ...orpc.profiles.quotas.queryOptions(), staleTime: 0 });

/** Lists and the quota, once something was started or ended; contacts of profiles too. */
export const refreshEnrichment = (client: QueryClient) =>
  Promise.all([client.invalidateQueries({ queryKey: orpc.enrichment.key() }), client.invalidateQueries({ queryKey: orpc.profiles.key() })]);

/** ENR-016. */
export const fileAddress = (id: number, file: 'results' | 'errors') => `/api/v6/enrichment/${id}/${file}/`;
