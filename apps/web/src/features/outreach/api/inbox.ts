import { useEffect } from 'react';
import type { ThreadMessage } from '@headwater/contract/outreach';
import { api, orpc } from '#lib/api.ts';

/** No event tells that a snooze is over. */
export const snoozeCheckMs = 60_000;

export const unreadQuery = orpc.inbox.unread.queryOptions({ staleTime: 60_000, refetchInterval: snoozeCheckMs });

/**
 * Marks a conversation as read when it is opened and after a further reply. The event updates count
 * and list.
 */
export function useMarkRead(profileId: number, messages: readonly ThreadMessage[] | undefined): void {
  const newest = messages && Math.max(0, ...messages.flatMap(({ replies }) => replies.map(({ id }) => id)));
  useEffect(() => {
    // The count stays if the call fails, and the next visit repeats it.
    if (newest !== undefined) api.outreach.markRead({ profile_id: profileId }).catch(() => undefined);
  }, [newest, profileId]);
}
