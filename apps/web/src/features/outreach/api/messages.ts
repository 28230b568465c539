import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SentMessage } from '@headwater/contract/outreach';
import { api, orpc } from '#lib/api.ts';
import type { ConversationFilter } from '../model/params.ts';

interface MessageFilter {
  view: 'sent' | 'scheduled';
  status?: SentMessage['status'] | undefined;
  search?: string | undefined;
  page: number;
}

export const perPage = 20;

export const messagesQuery = ({ view, status, search, page }: MessageFilter) =>
  orpc.outreach.list.queryOptions({
    input: {
      view,
      status: view === 'sent' ? status : undefined,
      search: search || undefined,
      limit: perPage,
      offset: (page - 1) * perPage,
    },
  });

export const profileMessagesQuery = (profileId: number) => orpc.outreach.list.queryOptions({ input: { profile_id: profileId, limit: 20 } });

interface ThreadFilter {
  search: string;
  attention: ConversationFilter | undefined;
  assigned: 'me' | 'nobody' | undefined;
  page: number;
}

export const threadsPerPage = 30;

/** A search also finds conversations that are snoozed or done. */
function stateOf({ search, attention }: Pick<ThreadFilter, 'search' | 'attention'>) {
  if (attention === 'snoozed' || attention === 'done') return { state: attention };
  return search ? {} : ({ state: 'open' } as const);
}

export const threadsQuery = ({ search, attention, assigned, page }: ThreadFilter) =>
  orpc.outreach.threads.queryOptions({
    input: {
      ...(search ? { search } : {}),
      needs_attention: attention === '1',
      // A colleague may get a conversation before the person replies.
      received: attention === undefined && assigned !== 'me',
      ...(assigned ? { assigned } : {}),
      ...stateOf({ search, attention }),
      limit: threadsPerPage,
      offset: (page - 1) * threadsPerPage,
    },
  });

export const threadQuery = (profileId: number) => orpc.outreach.thread.queryOptions({ input: { profile_id: profileId } });

export const nextWaitQuery = (profileId: number) => orpc.outreach.nextWait.queryOptions({ input: { profile_id: profileId } });

export const messageQuery = (id: number) => orpc.outreach.get.queryOptions({ input: { id } });

export const whyQuery = (id: number) => orpc.outreach.why.queryOptions({ input: { id } });

export const valuesQuery = ({ profileId, candidateId }: { profileId: number; candidateId: number | undefined }) =>
  orpc.outreach.preview.queryOptions({
    input: { profile_id: profileId, ...(candidateId === undefined ? {} : { candidate_id: candidateId }), subject: ' ', body: ' ' },
    staleTime: 60_000,
  });

export function useRefreshMessages(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: orpc.outreach.list.key() });
    void client.invalidateQueries({ queryKey: orpc.outreach.threads.key() });
    void client.invalidateQueries({ queryKey: orpc.outreach.thread.key() });
    void client.invalidateQueries({ queryKey: orpc.outreach.get.key() });
    void client.invalidateQueries({ queryKey: orpc.outreach.why.key() });
    void client.invalidateQueries({ queryKey: orpc.outreach.nextWait.key() });
  };
}

export function useDecide(id: number) {
  const refresh = useRefreshMessages();
  return useMutation({
    mutationFn: (decision: 'was_sent' | 'send_again') => api.outreach.decide({ id, decision }),
    onSettled: refresh,
  });
}
