import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SuppressionView } from '@headwater/contract/suppressions';
import { api, orpc } from '#lib/api.ts';

interface SuppressionFilter {
  search: string;
  reason: SuppressionView['reason'] | undefined;
  shown: 'now' | 'released';
  page: number;
}

export const suppressionsPerPage = 50;

export const suppressionsQuery = ({ search, reason, shown, page }: SuppressionFilter) =>
  queryOptions({
    ...orpc.suppressions.list.queryOptions({
      input: { search: search || undefined, reason, released: shown === 'released', page, per_page: suppressionsPerPage },
    }),
    placeholderData: keepPreviousData,
  });

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: orpc.suppressions.key() });
}

export function useAddSuppressions() {
  const refresh = useRefresh();
  return { add: (values: { addresses: string; note: string }) => api.suppressions.add(values), refresh };
}

export function useRelease(id: number) {
  const refresh = useRefresh();
  return useMutation({ mutationFn: (note: string) => api.suppressions.release({ id, note }), onSuccess: refresh });
}

/** MSET-005. */
export const companySettingsQuery = orpc.messagingSettings.get.queryOptions();
