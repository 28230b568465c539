import type { QueryClient } from '@tanstack/react-query';
import { decodeSearch } from '@headwater/domain/query/address';
import { findProfilesQuery } from './find-profiles.ts';

/** Asks for the people of an address while the code that shows them is still on its way. What fails is told of by the screen, which asks again. */
export function startSearch(queryClient: QueryClient, queryString: string): Promise<void> {
  const { search, errors } = decodeSearch(queryString);
  return errors.q.length + errors.f.length > 0 ? Promise.resolve() : queryClient.prefetchQuery(findProfilesQuery(search));
}
