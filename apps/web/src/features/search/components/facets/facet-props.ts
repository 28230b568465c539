import type { FacetFilterState, Filters } from '@headwater/domain/query/filters';
import type { SearchInput } from '../../api/find-profiles.ts';

/** What the content of every facet gets. */
export interface FacetProps {
  filters: Filters;
  search: SearchInput;
  onFilters: (filters: FacetFilterState[]) => void;
  onlyChecked: boolean;
  /** Counts may be asked for: the page of results is there. */
  ready: boolean;
}
