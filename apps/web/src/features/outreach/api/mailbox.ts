import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';

/** Null without a connected mail service. */
export const mailboxQuery = queryOptions({ ...orpc.outreach.mailbox.queryOptions(), staleTime: 60_000 });

export const settingsQuery = orpc.outreach.settings.queryOptions();

export function useRefreshMailbox(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: mailboxQuery.queryKey });
}

export function useDisconnect() {
  const refresh = useRefreshMailbox();
  return useMutation({ mutationFn: () => api.outreach.disconnectMailbox(), onSuccess: refresh });
}
