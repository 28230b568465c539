import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { SystemNotification, SystemNotificationInput } from '@headwater/contract/system-notifications';
import { api, orpc } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { announceInteraction, meQuery } from '#lib/current-user.ts';

/** NOTF-032 */
export const systemPerPage = 100;

interface SystemFilter {
  search: string;
  state: SystemNotification['state'] | undefined;
  page: number;
}

export const systemQuery = ({ search, state, page }: SystemFilter) =>
  queryOptions({
    ...orpc.systemNotifications.list.queryOptions({ input: { search, state, page, limit: systemPerPage } }),
    placeholderData: keepPreviousData,
  });

export const oneSystemQuery = (id: number) => orpc.systemNotifications.find.queryOptions({ input: { id }, retry: false });

export const companiesNamedQuery = (search: string) =>
  queryOptions({ ...orpc.employees.listMoveTargets.queryOptions({ input: { search } }), placeholderData: keepPreviousData });

export function useSystemNotifications() {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([orpc.systemNotifications.key(), meQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey })));
  return {
    save: async (id: number | undefined, settings: SystemNotificationInput) => {
      const saved = await (id === undefined ? api.systemNotifications.create(settings) : api.systemNotifications.save({ id, ...settings }));
      void refresh();
      return saved;
    },
    remove: async (id: number) => {
      await api.systemNotifications.remove({ id });
      client.removeQueries({ queryKey: oneSystemQuery(id).queryKey });
      void refresh();
    },
  };
}

/** NOTF-013 */
export function useNotificationStatus() {
  const client = useQueryClient();
  return async (id: number, status: 'read' | 'hidden') => {
    try {
      await (status === 'read' ? api.systemNotifications.markRead({ id }) : api.systemNotifications.hide({ id }));
    } catch (error) {
      // The notification has ended or been removed, so it is no longer shown.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    } finally {
      announceInteraction(id, status);
      await client.invalidateQueries({ queryKey: meQuery.queryKey });
    }
  };
}
