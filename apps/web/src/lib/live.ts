import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { EventTopic, ServerEvent } from '@headwater/contract/events';
import { orpc } from './api.ts';
import { meQuery } from './current-user.ts';
import { hearStream } from './live-stream.ts';

const path = '/api/v6/events/';
/** Work on thousands says after each batch that something has changed: what is shown is asked for again this often at most. */
const pause = 400;
/** Of what may have been missed, what was asked for so short a time before is right anyway. */
const soon = 2000;

type Ids = ServerEvent['ids'];

const mailings = (): QueryKey[] => [orpc.mailings.key(), orpc.sequences.key()];

const messages = (): QueryKey[] => {
  const { list, threads, thread, get, why } = orpc.outreach;
  return [list.key(), threads.key(), thread.key(), get.key(), why.key(), orpc.candidates.key(), ...mailings()];
};

const vacancies = (ids: Ids): QueryKey[] => [
  ...(ids.length === 0 ? [orpc.vacancies.get.key()] : ids.map((id) => orpc.vacancies.get.key({ input: { id } }))),
  orpc.vacancies.list.key(),
  orpc.vacancies.ofProfile.key(),
];

const candidates = (ids: Ids): QueryKey[] => [
  ...vacancies(ids),
  ...(ids.length === 0 ? [orpc.candidates.ofVacancy.key()] : ids.map((id) => orpc.candidates.ofVacancy.key({ input: { id } }))),
  orpc.statuses.key(),
  ...mailings(),
];

/** The queries that each topic makes stale. A topic that is missing here does not compile. */
const staleBy = {
  open: () => [],
  alive: () => [],
  job: () => [orpc.jobs.list.key()],
  candidates,
  vacancies,
  messages,
  mailings,
  comments: () => [orpc.comments.key()],
  ai_search: () => [orpc.aiSearch.get.key()],
  // See catchUp.
  resync: () => [],
} satisfies Record<EventTopic, (ids: Ids) => QueryKey[]>;

/** Areas of the API of which some topic tells. */
const liveAreas = new Set(
  Object.values(staleBy)
    .flatMap((keys) => keys([]))
    .map(([area]) => (Array.isArray(area) ? String(area[0]) : '')),
);

const catchUp = (client: QueryClient) =>
  void client.invalidateQueries({
    predicate: ({ queryKey: [area], state }) =>
      Array.isArray(area) &&
      liveAreas.has(String(area[0])) &&
      state.fetchStatus === 'idle' &&
      Math.max(state.dataUpdatedAt, state.errorUpdatedAt) < Date.now() - soon,
  });

/** Keeps everything on the screen as it is for everybody else (DEC-07): the one place that listens to events. Use once, around all screens. */
export function useLiveUpdates(): void {
  const client = useQueryClient();
  const waiting = useRef(new Map<string, QueryKey>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const userId = client.getQueryData(meQuery.queryKey)?.id;
  useEffect(() => {
    const flush = () => {
      timer.current = undefined;
      for (const [name, queryKey] of waiting.current) {
        // An answer on its way is waited for, and asked for again behind it: else one that takes longer than the pause would never be shown.
        if (client.isFetching({ queryKey }) > 0) continue;
        waiting.current.delete(name);
        void client.invalidateQueries({ queryKey });
      }
      if (waiting.current.size > 0) timer.current = setTimeout(flush, pause);
    };
    const stop = hearStream({ path, userId }, (data) => {
      const { topic, ids } = data as ServerEvent;
      if (topic === 'resync') return catchUp(client);
      // A topic of a newer server.
      const keys: QueryKey[] = staleBy[topic]?.(ids) ?? [];
      for (const queryKey of keys) waiting.current.set(JSON.stringify(queryKey), queryKey);
      if (keys.length > 0) timer.current ??= setTimeout(flush, pause);
    });
    return () => {
      stop();
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [client, userId]);
}
