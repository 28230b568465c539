import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ExtensionNotification, ExtensionNotificationInput } from '@headwater/contract/extension-notifications';
import { api, orpc } from '#lib/api.ts';

export const extensionPerPage = 50;

interface ExtensionFilter {
  search: string;
  access: ExtensionNotification['access_type'] | undefined;
  page: number;
}

export const extensionQuery = ({ search, access, page }: ExtensionFilter) =>
  queryOptions({
    ...orpc.extensionNotifications.list.queryOptions({
      input: { search, page, per_page: extensionPerPage, ...(access ? { access_type: access } : {}) },
    }),
    placeholderData: keepPreviousData,
  });

export const oneExtensionQuery = (id: number) => orpc.extensionNotifications.find.queryOptions({ input: { id }, retry: false });

export function useExtensionNotifications() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: orpc.extensionNotifications.key() });
  return {
    save: async (id: number | undefined, settings: ExtensionNotificationInput) => {
      const saved = await (id === undefined
        ? api.extensionNotifications.create(settings)
        : api.extensionNotifications.save({ id, ...settings }));
      void refresh();
      return saved;
    },
    remove: async (id: number) => {
      await api.extensionNotifications.remove({ id });
      client.removeQueries({ queryKey: oneExtensionQuery(id).queryKey });
      void refresh();
    },
  };
}
