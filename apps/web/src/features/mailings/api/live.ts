import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ServerEvent } from '@headwater/contract/events';
import { useServerEvents } from '#lib/server-events.ts';
import { refreshMailings } from './mailings.ts';

/** A launch of thousands says after each batch that something has changed: what is shown is asked for again this often at most. */
const pause = 500;
const topics: readonly ServerEvent['topic'][] = ['messages', 'candidates', 'resync'];

/** Keeps mailings, their totals and their recipients as they are (DEC-07). Use once per screen. */
export function useLiveMailings(): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useServerEvents('/api/v6/events/', (_name, data) => {
    if (!topics.includes((data as ServerEvent).topic)) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void refreshMailings(client);
    }, pause);
  });
}
