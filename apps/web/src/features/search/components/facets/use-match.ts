import { useState } from 'react';
import type { Facet } from '@headwater/domain/query/facets';
import { filterOf, type FilterMatch, type Filters, matchOf, setMatch, type FacetFilterState } from '@headwater/domain/query/filters';
import type { FacetProps } from './facet-props.ts';

/** An address without values has no place for the choice, so it waits here for the first value. */
export function useMatch(facet: Facet, { filters, onFilters }: Pick<FacetProps, 'filters' | 'onFilters'>) {
  const [waiting, setWaiting] = useState<FilterMatch>();
  const isEmpty = !filterOf(filters, facet)?.values.length;
  const match = (isEmpty ? waiting : undefined) ?? matchOf(filters, facet);
  const withMatch = (next: Filters): FacetFilterState[] => (isEmpty && waiting ? setMatch(next, facet, waiting) : [...next]);
  const onMatch = (chosen: FilterMatch) => {
    setWaiting(chosen);
    if (!isEmpty) onFilters(setMatch(filters, facet, chosen));
  };
  return { match, withMatch, onMatch };
}
