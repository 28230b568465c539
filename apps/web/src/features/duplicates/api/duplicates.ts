import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';

export const pairsPerPage = 20;

export const duplicatesQuery = ({ whose, page }: { whose: 'all' | 'own'; page: number }) =>
  queryOptions({
    ...orpc.duplicates.list.queryOptions({ input: { own: whose === 'own', page, per_page: pairsPerPage } }),
    placeholderData: keepPreviousData,
  });

export const duplicatesOfQuery = (profileId: number) => orpc.duplicates.ofProfile.queryOptions({ input: { id: profileId } });

export interface PairOfIds {
  id: number;
  otherId: number;
}

export function useDismissal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ isDismissed, ...pair }: PairOfIds & { isDismissed: boolean }) =>
      isDismissed ? api.duplicates.dismiss(pair) : api.duplicates.restore(pair),
    onSettled: () => client.invalidateQueries({ queryKey: orpc.duplicates.key() }),
  });
}

/** Reloads the list instead of showing a merged pair. */
export function useForgetPairs(): () => void {
  const client = useQueryClient();
  return () => client.removeQueries({ queryKey: orpc.duplicates.list.key() });
}
