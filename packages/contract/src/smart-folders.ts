import { rankings } from '@headwater/domain/query/rankings';
import { facets } from '@headwater/domain/query/facets';
import { z } from 'zod';
import { route } from './route.ts';
import { filterNames, storedQuery } from './saved-queries.ts';
import { facetAnswers, foundPage } from './search.ts';
import { historyList } from './search-history.ts';
import { id, moment, optionalText, pages, paging } from './validation.ts';

const folder = z.object({ id: z.number(), name: z.string() });
const storedView = z.object({ query: z.string(), filters: z.string(), ranking: z.enum(rankings) });

const folderQuery = storedView.extend({
  filter_names: filterNames,
  updated_at: moment,
  updated_by: z.object({ id: z.number(), first_name: z.string(), last_name: z.string() }),
});
const folderQueryAnswer = z.object({ search_query: folderQuery.nullable() });

const target = { targets: { id: 'vacancy' } } as const;

/**
 * `folder` alone runs the stored query; a query runs in the context of the folder. One is required.
 */
const folderSearchInput = {
  folder: id.nullish(),
  query: z.string().optional(),
  filters: z.string().optional(),
};

export const smartFolders = {
  list: route({
    method: 'GET',
    path: '/api/v6/smart_folders/',
    summary: 'Active vacancies that a stored query drives, the latest changed first',
    access: 'vacancies',
  })
    .input(z.object({ ...paging, search: optionalText(255).optional() }))
    .output(
      z.object({
        smart_folders: z.array(folderQuery.extend({ folder, candidates_count: z.number().int() })),
        count: z.number().int(),
        pages,
      }),
    ),
  profiles: route({
    method: 'POST',
    path: '/api/v6/smart_folders/profiles/',
    summary: 'Profiles of a smart folder, 50 a page',
    access: 'search',
    example: { folder: '{vacancy}', query: '["skill:Python"]' },
  })
    .input(z.object({ ...folderSearchInput, ranking: z.enum(rankings).optional(), page: paging.page }))
    .output(foundPage),
  filters: route({
    method: 'POST',
    path: '/api/v6/smart_folders/profiles/filters/',
    summary: 'Facet values of a smart folder',
    access: 'search',
    example: { folder: '{vacancy}', query: '["skill:Python"]', facets: ['language'] },
  })
    .input(z.object({ ...folderSearchInput, facets: z.array(z.enum(facets)).max(50).optional() }))
    .output(z.object({ facets: facetAnswers })),
  query: route({
    method: 'GET',
    path: '/api/v6/folders/{id}/search_query/',
    summary: 'The stored query of a vacancy; null where it has none',
    access: 'vacancies',
    ...target,
  })
    .input(z.object({ id }))
    .output(folderQueryAnswer),
  setQuery: route({
    method: 'PUT',
    path: '/api/v6/folders/{id}/search_query/',
    summary: 'Store the query that drives a vacancy',
    access: 'edit_vacancies',
    example: { query: '["skill:Python"]' },
    ...target,
  })
    .input(z.object({ id, ...storedQuery }))
    .output(folderQueryAnswer),
  removeQuery: route({
    method: 'DELETE',
    path: '/api/v6/folders/{id}/search_query/',
    summary: 'Take the stored query off a vacancy; its candidates stay',
    access: 'edit_vacancies',
    ...target,
  })
    .input(z.object({ id }))
    .output(folderQueryAnswer),
  history: route({
    method: 'GET',
    path: '/api/v6/folders/{id}/search_history/',
    summary: 'Searches that colleagues made in the context of a vacancy, newest first',
    access: 'vacancies',
    ...target,
  })
    .input(z.object({ id, ...paging }))
    .output(historyList),
  fromSearch: route({
    method: 'GET',
    path: '/api/v6/folders/from_search_query',
    summary: 'Vacancies that an own search drives, else a draft of one',
    access: 'search',
    example: { query_id: '{query}' },
  })
    .input(z.object({ query_id: id }))
    .output(z.object({ folders: z.array(folder), draft: storedView.extend({ name: z.string(), description: z.string() }).nullable() })),
};
