import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';
import { readPushState, turnPushOff, turnPushOn } from '../model/push.ts';

export const browsersQuery = orpc.notices.listBrowsers.queryOptions();

/** What this browser says; asked again whenever its window is looked at, as leave is given and taken in the browser's own settings. */
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
    /** Another browser goes on showing nothing new; this one forgets it as well. */
    async remove({ id, is_current: isCurrent }: { id: number; is_current: boolean }): Promise<void> {
      await api.notices.removeBrowser({ id });
      if (isCurrent) await turnPushOff();
      await refresh();
    },
  };
}
