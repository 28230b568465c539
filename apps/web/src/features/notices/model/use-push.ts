import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, orpc } from '#lib/api.ts';
import { clickedNotice } from './clicked-notice.ts';

/** Marks clicked notices as read. Sends no request without push. */
export function usePush(isOwn: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
    if (!workers || !isOwn) return undefined;
    const read = async ({ data }: MessageEvent) => {
      const id = clickedNotice(data);
      if (id === undefined) return;
      await api.notices.markRead({ id, is_read: true });
      await client.invalidateQueries({ queryKey: orpc.notices.key() });
    };
    // Ignore errors: the notice may be deleted, or the browser offline.
    const listen = (event: MessageEvent) => void read(event).catch(() => undefined);
    const checkSubscription = async () => {
      if (await workers.getRegistration('/')) await (await import('./push.ts')).removeForeignPush();
    };
    void checkSubscription().catch(() => undefined);
    workers.addEventListener('message', listen);
    return () => workers.removeEventListener('message', listen);
  }, [client, isOwn]);
}
