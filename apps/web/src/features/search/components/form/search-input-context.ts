import { createContext } from 'react';
import type { QueryEntity } from '@headwater/domain/query/term';
import type { SearchInput } from '../../api/find-profiles.ts';

export const SearchInputContext = createContext<{ query: readonly QueryEntity[]; search: SearchInput } | null>(null);
