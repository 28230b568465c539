import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ServerEvent } from '@headwater/contract/events';
import { orpc } from './api.ts';
import { meQuery } from './current-user.ts';
import { keepFresh } from './keep-fresh.ts';
import { followStream } from './live-stream.ts';
import { staleBy } from './stale-queries.ts';

const path = '/api/v6/events/';

/** DEC-07: the only listener for server events that refresh data. Use once, around all screens. */
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
