import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { EnrichmentState } from '@headwater/domain/profiles/enrichment';
import { orpc } from '#lib/api.ts';

export const requestsPerPage = 20;
/** Polling interval in ms if no events arrive (ENR-021). */
const whileRunning = 5000;

interface RequestFilter {
  search: string;
  state: EnrichmentState | undefined;
  page: number;
}

/** ENR-015: newest first. */
export const requestsQuery = ({ search, state, page }: RequestFilter) =>
  orpc.enrichment.list.queryOptions({
    input: { page, per_page: requestsPerPage, ...(search ? { query: search } : {}), ...(state ? { state } : {}) },
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      query.state.data?.requests.some((request) => request.state === 'waiting' || request.state === 'processing') ? whileRunning : false,
  });

/** CONT-029 */
export const quotaQuery = queryOptions({ ...orpc.profiles.quotas.queryOptions(), staleTime: 0 });

/** Enrichment changes contacts of profiles, too. */
export const refreshEnrichment = (client: QueryClient) =>
  Promise.all([client.invalidateQueries({ queryKey: orpc.enrichment.key() }), client.invalidateQueries({ queryKey: orpc.profiles.key() })]);

/** ENR-016 */
export const fileAddress = (id: number, file: 'results' | 'errors') => `/api/v6/enrichment/${id}/${file}/`;
