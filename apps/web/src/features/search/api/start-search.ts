import type { QueryClient } from '@tanstack/react-query';
import { decodeSearch } from '@headwater/domain/query/address';
import { findProfilesQuery } from './find-profiles.ts';

/** Runs while the code of the screen loads. The screen reports failures and retries. */
export function startSearch(queryClient: QueryClient, queryString: string): Promise<void> {
  const { search, errors } = decodeSearch(queryString);
  return errors.q.length + errors.f.length > 0 ? Promise.resolve() : queryClient.prefetchQuery(findProfilesQuery(search));
}
