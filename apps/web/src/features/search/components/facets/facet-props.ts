import type { FacetFilterState, Filters } from '@headwater/domain/query/filters';
import type { SearchInput } from '../../api/find-profiles.ts';

export interface FacetProps {
  filters: Filters;
  search: SearchInput;
  onFilters: (filters: FacetFilterState[]) => void;
  onlyChecked: boolean;
  /** True when the results have loaded; counts wait for them. */
  ready: boolean;
}
