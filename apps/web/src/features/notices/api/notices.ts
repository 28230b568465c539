import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { NoticeSettings } from '@headwater/contract/notices';
import type { NoticeKind } from '@headwater/domain/notices';
import { api, orpc } from '#lib/api.ts';

export const noticesPerPage = 50;

interface NoticeFilter {
  kind: NoticeKind | undefined;
  state: 'all' | 'unread';
  page: number;
}

export const noticesQuery = ({ kind, state, page }: NoticeFilter) =>
  queryOptions({
    ...orpc.notices.list.queryOptions({
      input: { page, per_page: noticesPerPage, ...(kind ? { kind } : {}), ...(state === 'unread' ? { unread: true } : {}) },
    }),
    placeholderData: keepPreviousData,
  });

export const unreadQuery = orpc.notices.unread.queryOptions({ staleTime: 60_000 });
export const settingsQuery = orpc.notices.getSettings.queryOptions();

export function useNotices() {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: orpc.notices.key() });
  return {
    mark: async (id: number, isRead: boolean) => {
      await api.notices.markRead({ id, is_read: isRead });
      refresh();
    },
    markAll: async (upTo: number) => {
      await api.notices.markAllRead({ up_to: upTo });
      refresh();
    },
  };
}

type Change = Partial<Omit<NoticeSettings['settings'][number], 'kind'>> & { kind: NoticeKind };

export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => api.notices.saveSettings(change),
    onSuccess: (saved) => client.setQueryData(settingsQuery.queryKey, saved),
  });
}
