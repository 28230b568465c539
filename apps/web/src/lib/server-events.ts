import { useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { meQuery } from './current-user.ts';
import { hearStream } from './live-stream.ts';

/**
 * Hears the server's events while mounted (DEC-07). Where they do not come through, says at intervals that something may have changed.
 * @param path address of the stream; undefined: not connected
 * @param hear gets the name of the event and its parsed JSON
 */
export function useServerEvents(path: string | undefined, hear: (name: string, data: unknown) => void): void {
  const latest = useRef(hear);
  useEffect(() => {
    latest.current = hear;
  });
  const userId = useQueryClient().getQueryData(meQuery.queryKey)?.id;
  useEffect(() => (path ? hearStream({ path, userId }, (data) => latest.current('message', data)) : undefined), [path, userId]);
}
