import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TelegramAccount } from '@headwater/contract/telegram-accounts';
import { api, orpc } from '#lib/api.ts';

export const accountsQuery = orpc.telegramAccounts.list.queryOptions();

export const managersQuery = orpc.telegramAccounts.managers.queryOptions();

export function useShowAccount(): (account: TelegramAccount) => void {
  const client = useQueryClient();
  return (account) => {
    client.setQueryData(accountsQuery.queryKey, (known) => {
      if (!known) return known;
      const isKnown = known.results.some(({ id }) => id === account.id);
      if (!isKnown) return { ...known, count: known.count + 1, results: [...known.results, account] };
      return { ...known, results: known.results.map((one) => (one.id === account.id ? account : one)) };
    });
    void client.invalidateQueries({ queryKey: orpc.telegramAccounts.list.key() });
    void client.invalidateQueries({ queryKey: orpc.telegramDialogs.key() });
  };
}

export function useRemoveAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.telegramAccounts.remove({ id }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: orpc.telegramAccounts.list.key() });
      void client.invalidateQueries({ queryKey: orpc.telegramDialogs.key() });
    },
  });
}
