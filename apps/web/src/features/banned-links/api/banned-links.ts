import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';

export const bannedPerPage = 50;

export const bannedLinksQuery = ({ search, page }: { search: string; page: number }) =>
  queryOptions({
    ...orpc.bannedLinks.list.queryOptions({ input: { search, page, per_page: bannedPerPage } }),
    placeholderData: keepPreviousData,
  });

export function useBans() {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([orpc.bannedLinks.key(), orpc.profiles.key()].map((queryKey) => client.invalidateQueries({ queryKey })));
  return {
    ban: async (url: string) => {
      const banned = await api.bannedLinks.ban({ url });
      void refresh();
      return banned;
    },
    unban: async (url: string) => {
      const unbanned = await api.bannedLinks.unban({ query: { url } });
      void refresh();
      return unbanned;
    },
  };
}
