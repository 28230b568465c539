import { rankings } from '@headwater/domain/query/rankings';
import { alertPeriods } from '@headwater/domain/saved-queries';
import { z } from 'zod';
import { route } from './route.ts';
import { id, idList, moment, name, optionalText, pages, paging } from './validation.ts';

/** q, f and s of a search URL; the query language gives limits and errors. */
export const storedQuery = {
  query: z.string().default(''),
  filters: z.string().default(''),
  ranking: z.enum(rankings).default('relevance'),
};

/** Names of filter values in the user's language; empty for unreadable filters. */
export const filterNames = z.array(z.object({ facet: z.string(), id: z.string(), name: z.string() }));

const alert = z.enum(alertPeriods);

/** SAVQ-002. Stored as saved; unreadable parts show an error when opened. */
const savedQuery = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  query: z.string(),
  filters: z.string(),
  ranking: z.enum(rankings),
  filter_names: filterNames,
  found: z.number().int(),
  opened_at: moment,
  alert,
  is_shared: z.boolean(),
  /** Name of the colleague who shares it; null for an own one. */
  owner: z.string().nullable(),
  created_at: moment,
});
export type SavedQueryView = z.infer<typeof savedQuery>;

const target = { access: 'search', targets: { id: 'saved_query' } } as const;
const example = { name: 'Python in Berlin', query: '["skill:Python"]' };

export const savedQueries = {
  list: route({
    method: 'GET',
    path: '/api/savedqueries/',
    summary: 'Own saved queries, or those that colleagues share, newest first',
    access: 'search',
  })
    .input(
      z.object({
        ...paging,
        search: optionalText(100).optional(),
        of: z.enum(['own', 'colleagues']).default('own'),
      }),
    )
    .output(z.object({ saved_queries: z.array(savedQuery), count: z.number().int(), pages })),
  create: route({ method: 'POST', path: '/api/savedqueries/', summary: 'Save a query', access: 'search', example })
    .input(
      z.object({
        name: name(100),
        description: optionalText(1000).default(''),
        ...storedQuery,
        alert: alert.default('off'),
        is_shared: z.boolean().default(false),
      }),
    )
    .output(savedQuery),
  newResults: route({
    method: 'GET',
    path: '/api/savedqueries/new_results/',
    summary: 'How many people saved queries find who were not there when they were last opened',
    access: 'search',
    example: { ids: ['{saved_query}'] },
  })
    .input(z.object({ ids: idList.pipe(z.array(z.number()).max(50)) }))
    .output(
      z.object({
        new_results: z.array(
          z.object({
            id: z.number(),
            count: z.number().int().nullable(),
            problem: z.string().nullable(),
          }),
        ),
      }),
    ),
  update: route({
    method: 'PATCH',
    path: '/api/savedqueries/{id}/',
    summary: 'Rename a saved query, describe it, give it another query, share it or set its alert',
    example: { name: 'Go in Berlin' },
    ...target,
  })
    .input(
      z.object({
        id,
        name: name(100).optional(),
        description: optionalText(1000).optional(),
        query: z.string().optional(),
        filters: z.string().optional(),
        ranking: z.enum(rankings).optional(),
        alert: alert.optional(),
        is_shared: z.boolean().optional(),
      }),
    )
    .output(savedQuery),
  open: route({
    method: 'POST',
    path: '/api/savedqueries/{id}/open/',
    summary: 'Say that a saved query was opened: its results now are the ones known from here on',
    ...target,
  })
    .input(z.object({ id }))
    .output(savedQuery),
  remove: route({
    method: 'DELETE',
    path: '/api/savedqueries/{id}/',
    summary: 'Delete a saved query; it can be restored for an hour',
    ...target,
  })
    .input(z.object({ id }))
    .output(z.object({ id: z.number() })),
  removeNamed: route({
    method: 'DELETE',
    path: '/api/savedqueries/',
    summary: 'Delete a saved query that the parameter id names',
    access: 'search',
    example: { id: '{saved_query}' },
    inputStructure: 'detailed',
  })
    // Clients send it in the query string or in the body.
    .input(z.object({ query: z.object({ id: id.optional() }), body: z.object({ id: id.optional() }).nullish() }))
    .output(z.object({ id: z.number() })),
  restore: route({
    method: 'POST',
    path: '/api/savedqueries/{id}/restore/',
    summary: 'Bring back a saved query that was deleted within the last hour',
    ...target,
  })
    .input(z.object({ id }))
    .output(savedQuery),
};
