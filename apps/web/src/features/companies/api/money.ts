import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';

export const transactionsPerPage = 50;

export const transactionsQuery = (id: number | undefined, page: number) =>
  id === undefined
    ? queryOptions({
        ...orpc.credits.ofOwn.queryOptions({ input: { page, per_page: transactionsPerPage } }),
        placeholderData: keepPreviousData,
      })
    : queryOptions({
        ...orpc.credits.ofCompany.queryOptions({ input: { id, page, per_page: transactionsPerPage } }),
        placeholderData: keepPreviousData,
      });

export const quotasQuery = (id: number) => orpc.quotas.list.queryOptions({ input: { id } });

export function useMoney(id: number) {
  const client = useQueryClient();
  const refresh = async () => {
    await Promise.all(
      [orpc.credits.key(), orpc.companies.key(), orpc.quotas.key()].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  };
  return {
    changeCredits: async (change: { amount: number; reason: string }) => {
      const saved = await api.credits.change({ id, ...change });
      await refresh();
      return saved;
    },
    setCounting: async (counting: { is_counted: boolean; credits?: number }) => {
      const saved = await api.credits.setCounting({ id, ...counting });
      await refresh();
      return saved;
    },
    addQuota: async (quota: { from: string; till: string; quota: number }) => {
      const saved = await api.quotas.add({ id, ...quota });
      await refresh();
      return saved;
    },
    endQuota: async (quotaId: number) => {
      await api.quotas.deactivate({ id, quota_id: quotaId });
      await refresh();
    },
  };
}
