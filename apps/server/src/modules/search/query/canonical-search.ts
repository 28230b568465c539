import { decodeFilters, encodeFilters } from '@headwater/domain/query/filters-address';
import { decodeQuery, encodeQuery } from '@headwater/domain/query/query-address';
import { treeOf } from '@headwater/domain/query/tree';
import { FieldErrors } from '#platform/errors.ts';
import { facetValueName } from '../facet-value-name.ts';
import { valueOf } from './prepare-search.ts';

/** Equal searches become equal strings. Throws FieldErrors for invalid or empty searches. */
export function canonicalSearch(request: { query: string; filters: string }): { query: string; filters: string } {
  const entities = valueOf(decodeQuery(request.query), 'query');
  valueOf(treeOf(entities), 'query');
  const states = valueOf(decodeFilters(request.filters), 'filters');
  const search = { query: encodeQuery(entities), filters: encodeFilters(states) };
  if (search.query === '' && search.filters === '') throw new FieldErrors({ query: 'field_empty' });
  return search;
}

export function namesOfFilters(filters: string, language: 'en' | 'ru'): { facet: string; id: string; name: string }[] {
  const states = decodeFilters(filters);
  if (!states.ok) return [];
  return states.value.flatMap(({ facet, values }) => values.map(({ id }) => ({ facet, id, name: facetValueName(facet, id, language) })));
}
