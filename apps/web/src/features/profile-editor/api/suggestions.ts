import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { asksSuggestions } from '@headwater/domain/query/paste';
import { api } from '#lib/api.ts';

export type Reference = 'companySearch' | 'position' | 'skill' | 'location' | 'educationSearch';

export const referencesQuery = (text: string, field: Reference) =>
  queryOptions({
    queryKey: ['profile-editor', 'references', field, text],
    queryFn: async ({ signal }) => (await api.search.suggest({ text, field_types: [field], limit: 8 }, { signal }))[field] ?? [],
    enabled: asksSuggestions(text, true),
    placeholderData: keepPreviousData,
    staleTime: 10 * 60_000,
  });
