import { decodeSearch, encodeSearch, type SearchAddress } from '@headwater/domain/query/address';
import { canonicalFilters, filterOf, type Filters } from '@headwater/domain/query/filters';
import { resetSmartFolder, unshownInFolder } from '@headwater/domain/query/stored-search';
import { isSameSearch, readStored, type StoredSearch, storedOf } from './stored-search.ts';

export type ShownChoice = 'everyone' | 'unseen' | 'seen';

const isShown = (value: { id: string; by?: string | undefined }) => value.id === 'shown' && value.by === 'folder';

export function shownChoice(filters: Filters): ShownChoice {
  const value = filterOf(filters, 'general')?.values.find(isShown);
  if (!value) return 'everyone';
  return value.is_excluded ? 'unseen' : 'seen';
}

const withoutShown = (filters: Filters) =>
  canonicalFilters(filters.map((state) => ({ ...state, values: state.values.filter((value) => !isShown(value)) })));

/** Removing `seen` restores the stored filters (SMF-006, SMF-007). */
export function withShown(search: SearchAddress, choice: ShownChoice, stored: Filters): SearchAddress {
  const others = withoutShown(search.filters);
  const filters = { everyone: () => others, unseen: () => unshownInFolder(others), seen: () => resetSmartFolder(withoutShown(stored)) };
  return { ...search, filters: filters[choice](), page: 1 };
}

export function smartSearch(queryString: string, stored: StoredSearch | null, folderId: number): ReturnType<typeof decodeSearch> {
  const params = new URLSearchParams(queryString);
  const hasSearch = ['q', 'f', 's'].some((name) => params.has(name));
  const read = hasSearch || !stored ? decodeSearch(queryString) : readStored(stored);
  const { page } = decodeSearch(queryString).search;
  return { ...read, search: { ...read.search, page, folderId } };
}

/** Storable search: without the filter of shown people, which is temporary. */
export const toStoredSearch = (search: SearchAddress): StoredSearch => storedOf({ ...search, filters: withoutShown(search.filters) });

export const isKept = (search: SearchAddress, stored: StoredSearch | null): boolean =>
  stored !== null && isSameSearch(toStoredSearch(search), toStoredSearch(readStored(stored).search));

/** No parameters for the stored search, so that links follow later changes. */
export function smartAddress(search: SearchAddress, stored: StoredSearch | null): string {
  const isPlain = stored !== null && isSameSearch(storedOf(search), stored);
  return encodeSearch(
    isPlain ? { ...search, query: [], filters: [], ranking: 'relevance', folderId: null } : { ...search, folderId: null },
  );
}
