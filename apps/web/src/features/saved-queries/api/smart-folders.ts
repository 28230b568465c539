import { keepPreviousData, type QueryClient } from '@tanstack/react-query';
import type { SearchAddress } from '@headwater/domain/query/address';
import { api, orpc } from '#lib/api.ts';
import { storedOf } from '../model/stored-search.ts';

export const smartPerPage = 20;

export const smartFoldersQuery = ({ search, page }: { search: string; page: number }) =>
  orpc.smartFolders.list.queryOptions({
    input: { page, per_page: smartPerPage, ...(search === '' ? {} : { search }) },
    placeholderData: keepPreviousData,
  });

/** SMF-009. */
export const folderQueryQuery = (id: number) => orpc.smartFolders.query.queryOptions({ input: { id } });
/** SMF-011. */
export const fromSearchQuery = (queryId: number) => orpc.smartFolders.fromSearch.queryOptions({ input: { query_id: queryId } });

/** SMF-003, SMF-005. */
export const smartSource = (folder: number) => ({
  id: `folder-${folder}`,
  perPage: 50,
  fetch: (search: SearchAddress, signal: AbortSignal) =>
    api.smartFolders.profiles({ folder, page: search.page, ...storedOf(search) }, { signal }),
});

export const refreshSmartFolders = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: orpc.smartFolders.key() });
