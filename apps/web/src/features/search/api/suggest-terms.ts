import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { fieldTypes, type QueryField } from '@headwater/domain/query/fields';
import { asksSuggestions } from '@headwater/domain/query/paste';
import type { TermData } from '@headwater/domain/query/term';
import type { Suggestion } from '@headwater/contract/search';
import { api } from '#lib/api.ts';

const few = 10;

/** SUGG-004 to SUGG-007. `isBoolean`: no minimum length. */
export const suggestionsQuery = (text: string, field: QueryField, isBoolean = false) =>
  queryOptions({
    queryKey: ['search', 'suggest', field, text],
    queryFn: async ({ signal }) => (await api.search.suggest({ text, field_types: [field], limit: few }, { signal }))[field] ?? [],
    enabled: fieldTypes[field].suggest !== 'none' && asksSuggestions(text, isBoolean),
    placeholderData: keepPreviousData,
    staleTime: 10 * 60_000,
  });

export const termEntryQuery = (term: TermData) =>
  queryOptions({
    queryKey: ['search', 'meant', term.field, term.text, term.suggestion_id ?? ''],
    queryFn: async ({ signal }): Promise<Suggestion | null> => {
      const found = (await api.search.suggest({ text: term.text, field_types: [term.field], limit: few }, { signal }))[term.field] ?? [];
      const byId = term.suggestion_id === undefined ? undefined : found.find((one) => one.id === term.suggestion_id);
      return byId ?? found.find((one) => one.is_exact) ?? null;
    },
    enabled: fieldTypes[term.field].suggest !== 'none',
    staleTime: 10 * 60_000,
  });
