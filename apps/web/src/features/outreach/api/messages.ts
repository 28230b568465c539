import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SentMessage } from '@headwater/contract/outreach';
import { api, orpc } from '#lib/api.ts';

interface MessageFilter {
  status?: SentMessage['status'] | undefined;
  search?: string | undefined;
  page: number;
}

export const perPage = 20;

/** A page of sent messages, newest first. */
export const messagesQuery = ({ status, search, page }: MessageFilter) =>
  orpc.outreach.list.queryOptions({ input: { status, search: search || undefined, limit: perPage, offset: (page - 1) * perPage } });

/** What was written to one person, newest first. */
export const profileMessagesQuery = (profileId: number) => orpc.outreach.list.queryOptions({ input: { profile_id: profileId, limit: 20 } });

interface ThreadFilter {
  search: string;
  attention: '1' | undefined;
  page: number;
}

export const threadsPerPage = 30;

/** A page of the inbox: one line a person, the latest activity first. */
export const threadsQuery = ({ search, attention, page }: ThreadFilter) =>
  orpc.outreach.threads.queryOptions({
    input: {
      ...(search ? { search } : {}),
      needs_attention: attention !== undefined,
      limit: threadsPerPage,
      offset: (page - 1) * threadsPerPage,
    },
  });

/** What was written to one person and what came back, the oldest first. */
export const threadQuery = (profileId: number) => orpc.outreach.thread.queryOptions({ input: { profile_id: profileId } });

export const messageQuery = (id: number) => orpc.outreach.get.queryOptions({ input: { id } });

export const whyQuery = (id: number) => orpc.outreach.why.queryOptions({ input: { id } });

/** What variables are for one person, before anything is written. */
export const valuesQuery = ({ profileId, candidateId }: { profileId: number; candidateId: number | undefined }) =>
  orpc.outreach.preview.queryOptions({
    input: { profile_id: profileId, ...(candidateId === undefined ? {} : { candidate_id: candidateId }), subject: ' ', body: ' ' },
    staleTime: 60_000,
  });

/** Lets every list and every open message be asked for again. */
export function useRefreshMessages(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: orpc.outreach.list.key() });
    void client.invalidateQueries({ queryKey: orpc.outreach.threads.key() });
    void client.invalidateQueries({ queryKey: orpc.outreach.thread.key() });
    void client.invalidateQueries({ queryKey: orpc.outreach.get.key() });
    void client.invalidateQueries({ queryKey: orpc.outreach.why.key() });
  };
}

/** A person's decision on a message of unknown outcome. */
export function useDecide(id: number) {
  const refresh = useRefreshMessages();
  return useMutation({
    mutationFn: (decision: 'was_sent' | 'send_again') => api.outreach.decide({ id, decision }),
    onSettled: refresh,
  });
}
