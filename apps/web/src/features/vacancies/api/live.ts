import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ServerEvent } from '@headwater/contract/events';
import { orpc } from '#lib/api.ts';
import { useServerEvents } from '#lib/server-events.ts';

const path = '/api/v6/events/';
/** A job of thousands says after each batch that something has changed: what is shown is asked for again this often at most. */
const pause = 400;
const areas = ['vacancies', 'candidates', 'statuses'];

const keysOf = ({ topic, ids }: ServerEvent): QueryKey[] => {
  if (topic === 'messages') return [orpc.candidates.key()];
  if (topic === 'job' || topic === 'resync') return [];
  const single = ids.length === 0 ? [orpc.vacancies.get.key()] : ids.map((id) => orpc.vacancies.get.key({ input: { id } }));
  const lists = [...single, orpc.vacancies.list.key(), orpc.vacancies.ofProfile.key()];
  if (topic === 'vacancies') return lists;
  const people = ids.length === 0 ? [orpc.candidates.ofVacancy.key()] : ids.map((id) => orpc.candidates.ofVacancy.key({ input: { id } }));
  return [...lists, ...people, orpc.statuses.key()];
};

function flush(client: QueryClient, waiting: Map<string, QueryKey>): void {
  for (const queryKey of waiting.values()) void client.invalidateQueries({ queryKey });
  waiting.clear();
}

const soon = 2000;

/** Of what may have been missed, what was asked for a moment ago is right anyway. */
const catchUp = (client: QueryClient) =>
  void client.invalidateQueries({
    predicate: ({ queryKey, state }) =>
      areas.some((area) => Array.isArray(queryKey[0]) && queryKey[0][0] === area) &&
      state.fetchStatus === 'idle' &&
      Math.max(state.dataUpdatedAt, state.errorUpdatedAt) < Date.now() - soon,
  });

/** Keeps vacancies and candidates on the screen as they are for everybody else (DEC-07). Use once per screen. */
export function useLiveVacancies(): void {
  const client = useQueryClient();
  const waiting = useRef(new Map<string, QueryKey>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useServerEvents(path, (_name, data) => {
    const event = data as ServerEvent;
    if (event.topic === 'resync') catchUp(client);
    for (const queryKey of keysOf(event)) waiting.current.set(JSON.stringify(queryKey), queryKey);
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      flush(client, waiting.current);
    }, pause);
  });
}
