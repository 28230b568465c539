import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ThreadMessage } from '@headwater/contract/outreach';
import { api, orpc } from '#lib/api.ts';

export const unreadQuery = orpc.inbox.unread.queryOptions({ staleTime: 60_000 });

/** Marks an open conversation as read, also after a further reply. The event updates count and list. */
export function useMarkRead(profileId: number, messages: readonly ThreadMessage[] | undefined): void {
  const hasUnread = (useQuery(unreadQuery).data?.count ?? 0) > 0;
  const newest = Math.max(0, ...(messages ?? []).flatMap(({ replies }) => replies.map(({ id }) => id)));
  useEffect(() => {
    // The count stays if the call fails, and the next visit repeats it.
    if (hasUnread && newest > 0) api.inbox.markRead({ profile_id: profileId }).catch(() => undefined);
  }, [hasUnread, newest, profileId]);
}
