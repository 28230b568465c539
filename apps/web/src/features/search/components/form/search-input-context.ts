import { createContext } from 'react';
import type { QueryEntity } from '@headwater/domain/query/term';
import type { SearchInput } from '../../api/find-profiles.ts';

/** The search that the chips of the form stand in; null where there is none to count. */
export const SearchInputContext = createContext<{ query: readonly QueryEntity[]; search: SearchInput } | null>(null);
