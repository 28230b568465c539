import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { EventTopic, ServerEvent } from '@headwater/contract/events';

/** Minimum time between refetches, in ms: bulk work reports a change after each batch. */
export const pauseMs = 400;

interface Sources {
  stale: Record<EventTopic, (ids: ServerEvent['ids']) => QueryKey[]>;
  listen(tell: (event: ServerEvent) => void): () => void;
}

/** Data with an infinite stale time is being edited and must not change. */
const isBeingEdited = (query: Query) => query.observers.some(({ options }) => options.staleTime === Number.POSITIVE_INFINITY);

export function keepFresh(client: QueryClient, { stale, listen }: Sources): () => void {
  const waiting = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const liveAreas = new Set(
    Object.values(stale)
      .flatMap((keys) => keys([]))
      .map(([area]) => (Array.isArray(area) ? String(area[0]) : '')),
  );
  const isLive = (query: Query) => {
    const [area] = query.queryKey;
    return Array.isArray(area) && liveAreas.has(String(area[0])) && !isBeingEdited(query);
  };

  const flush = () => {
    timer = undefined;
    for (const [name, queryKey] of waiting) {
      // Cancelling would never show a response that is slower than the pause.
      if (client.isFetching({ queryKey }) > 0) continue;
      waiting.delete(name);
      void client.invalidateQueries({ queryKey });
    }
    if (waiting.size > 0) timer = setTimeout(flush, pauseMs);
  };

  const staleKeys = ({ topic, ids }: ServerEvent): QueryKey[] => {
    // Refetch regardless of age: the time of missed events is unknown.
    if (topic === 'resync') {
      const live = client.getQueryCache().findAll({ predicate: isLive });
      return live.map(({ queryKey }) => queryKey);
    }
    // A newer server may send unknown topics.
    return (stale[topic] as ((ids: ServerEvent['ids']) => QueryKey[]) | undefined)?.(ids) ?? [];
  };

  const stop = listen((event) => {
    const keys = staleKeys(event);
    for (const queryKey of keys) waiting.set(JSON.stringify(queryKey), queryKey);
    if (keys.length > 0) timer ??= setTimeout(flush, pauseMs);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
