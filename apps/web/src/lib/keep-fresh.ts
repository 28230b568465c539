import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { EventTopic, ServerEvent } from '@headwater/contract/events';

/** Work on thousands says after each batch that something has changed: what is shown is asked for again this often at most. */
export const pauseMs = 400;

interface Sources {
  stale: Record<EventTopic, (ids: ServerEvent['ids']) => QueryKey[]>;
  /** Begins to hear events; returns how to stop. */
  listen(tell: (event: ServerEvent) => void): () => void;
}

/** What was loaded for good is being written, and must not change under the hand. */
const isHeld = (query: Query) => query.observers.some(({ options }) => options.staleTime === Number.POSITIVE_INFINITY);

/** Asks again for what events make stale. Returns how to stop. */
export function keepFresh(client: QueryClient, { stale, listen }: Sources): () => void {
  const waiting = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Areas of the API of which some topic tells. */
  const liveAreas = new Set(
    Object.values(stale)
      .flatMap((keys) => keys([]))
      .map(([area]) => (Array.isArray(area) ? String(area[0]) : '')),
  );
  const isLive = (query: Query) => {
    const [area] = query.queryKey;
    return Array.isArray(area) && liveAreas.has(String(area[0])) && !isHeld(query);
  };

  const flush = () => {
    timer = undefined;
    for (const [name, queryKey] of waiting) {
      // An answer on its way is waited for, and asked for again behind it: else one that takes longer than the pause would never be shown.
      if (client.isFetching({ queryKey }) > 0) continue;
      waiting.delete(name);
      void client.invalidateQueries({ queryKey });
    }
    if (waiting.size > 0) timer = setTimeout(flush, pauseMs);
  };

  const staleKeys = ({ topic, ids }: ServerEvent): QueryKey[] => {
    // However lately it was loaded: nobody knows when what was missed has happened.
    if (topic === 'resync') {
      const live = client.getQueryCache().findAll({ predicate: isLive });
      return live.map(({ queryKey }) => queryKey);
    }
    // A topic of a newer server has no entry.
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
