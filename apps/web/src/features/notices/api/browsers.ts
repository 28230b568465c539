import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';
import { readPushState, turnPushOff, turnPushOn } from '../model/push.ts';

export const browsersQuery = orpc.notices.listBrowsers.queryOptions();

/** Refetched on window focus, because users change the permission in the browser's settings. */
export const pushStateQuery = queryOptions({
  queryKey: ['push'],
  queryFn: readPushState,
  staleTime: 0,
  refetchOnWindowFocus: 'always',
});

export function usePushChanges() {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: browsersQuery.queryKey }),
      client.invalidateQueries({ queryKey: pushStateQuery.queryKey }),
    ]);
  return {
    async turnOn(key: string): Promise<void> {
      await turnPushOn(key).finally(refresh);
    },
    async remove({ id, is_current: isCurrent }: { id: number; is_current: boolean }): Promise<void> {
      await api.notices.removeBrowser({ id });
      if (isCurrent) await turnPushOff();
      await refresh();
    },
  };
}
