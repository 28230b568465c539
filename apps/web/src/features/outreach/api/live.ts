import { useServerEvents } from '#lib/server-events.ts';
import { useRefreshMessages } from './messages.ts';

/** Keeps messages on screen up to date while mounted: sent, answered or failed ones appear by themselves (DEC-07). */
export function useLiveMessages(): void {
  const refresh = useRefreshMessages();
  useServerEvents('/api/v6/events/', (_name, data) => {
    const { topic } = data as { topic?: string };
    if (topic === 'messages' || topic === 'resync') refresh();
  });
}
