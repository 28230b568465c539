import { rankings } from '@headwater/domain/query/rankings';
import { z } from 'zod';
import { route } from './route.ts';
import { filterNames } from './saved-queries.ts';
import { id, moment, pages, paging } from './validation.ts';

export const historyEntry = z.object({
  id: z.number(),
  query: z.string(),
  filters: z.string(),
  ranking: z.enum(rankings),
  filter_names: filterNames,
  folder: z.object({ id: z.number(), name: z.string() }).nullable(),
  found: z.number().int(),
  shown_at: moment,
  user: z.object({ id: z.number(), first_name: z.string(), last_name: z.string() }),
});
export type HistoryEntryView = z.infer<typeof historyEntry>;
export const historyList = z.object({ search_queries: z.array(historyEntry), count: z.number().int(), pages });

const target = { access: 'search', targets: { id: 'query' } } as const;
const done = z.object({ id: z.number() });

export const searchHistory = {
  list: route({
    method: 'GET',
    path: '/api/internal/search_queries/',
    summary: 'Own searches whose results were looked at, newest first',
    access: 'search',
  })
    .input(z.object({ ...paging }))
    .output(historyList),
  record: route({
    method: 'POST',
    path: '/api/internal/search_queries/',
    summary: 'Record an own search in the history, once its results were looked at. It takes the place of what it refines within seconds',
    access: 'search',
    example: { query_id: '{query}' },
  })
    .input(z.object({ query_id: id }))
    .output(done),
  hide: route({
    method: 'POST',
    path: '/api/internal/search_queries/{id}/hide/',
    summary: 'Hide an own entry of the history',
    ...target,
  })
    .input(z.object({ id }))
    .output(done),
  show: route({
    method: 'POST',
    path: '/api/internal/search_queries/{id}/show/',
    summary: 'Show an own hidden entry of the history again',
    ...target,
  })
    .input(z.object({ id }))
    .output(done),
};
