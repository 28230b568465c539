import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ServerEvent } from '@headwater/contract/events';
import { orpc } from './api.ts';
import { meQuery } from './current-user.ts';
import { keepFresh } from './keep-fresh.ts';
import { followStream } from './live-stream.ts';
import { staleBy } from './stale-queries.ts';

const path = '/api/v6/events/';

/** Keeps everything on the screen as it is for everybody else (DEC-07): the one place that listens to events. Use once, around all screens. */
export function useLiveUpdates(): void {
  const client = useQueryClient();
  const userId = client.getQueryData(meQuery.queryKey)?.id;
  useEffect(
    () =>
      keepFresh(client, {
        stale: staleBy(orpc),
        listen: (tell) => followStream({ path, userId }, (data) => tell(data as ServerEvent)),
      }),
    [client, userId],
  );
}
