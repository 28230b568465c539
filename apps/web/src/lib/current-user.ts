import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { CurrentUser } from '@headwater/contract/accounts';
import { api } from './api.ts';

/** The current user, loaded once at start (ACC-033); route guards turn its 401 into /login. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => api.accounts.me({}, { signal, context: { visitor: true } }),
  staleTime: Infinity,
  gcTime: Infinity,
  retry: false,
});

/** The signed-in person; for components inside the shell only. */
export const useCurrentUser = (): CurrentUser => useSuspenseQuery(meQuery).data;

/** Puts a newly answered user in place of the kept one (ACC-045). */
export function useReplaceCurrentUser(): (user: CurrentUser) => void {
  const client = useQueryClient();
  return (user) => client.setQueryData(meQuery.queryKey, user);
}
