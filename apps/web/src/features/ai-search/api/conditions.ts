import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

export const addable = [
  { suggest: 'position', field: 'position', group: 'position' },
  { suggest: 'skill', field: 'skillAll', group: 'skill' },
  { suggest: 'location', field: 'location', group: 'location' },
  { suggest: 'companySearch', field: 'companySearch', group: 'company' },
] as const;

const few = 4;

export const conditionsQuery = (text: string) =>
  queryOptions({
    queryKey: ['ai-search', 'conditions', text],
    queryFn: ({ signal }) => api.search.suggest({ text, field_types: addable.map(({ suggest }) => suggest), limit: few }, { signal }),
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: 10 * 60_000,
  });
