import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, orpc } from '#lib/api.ts';

export const commentsQuery = (profileId: number) =>
  orpc.comments.list.infiniteOptions({
    input: (page: number) => ({ id: profileId, page }),
    initialPageParam: 1,
    getNextPageParam: ({ pages }) => (pages.current < pages.total ? pages.current + 1 : undefined),
  });

export interface CommentPlace {
  profileId: number;
  candidateId: number | undefined;
}

export const mentionableQuery = ({ profileId: id, candidateId }: CommentPlace) =>
  orpc.comments.mentionable.queryOptions({
    input: { id, ...(candidateId === undefined ? {} : { candidate_id: candidateId }) },
    staleTime: 60_000,
  });

function useRefreshComments() {
  const client = useQueryClient();
  return useCallback(
    () =>
      Promise.all([
        client.invalidateQueries({ queryKey: orpc.comments.key() }),
        client.invalidateQueries({ queryKey: orpc.candidates.key() }),
      ]),
    [client],
  );
}

/** CTP-003 to CTP-005. Each resolves after the refetch and rejects with the server's refusal. */
export function useCommentActions() {
  const refresh = useRefreshComments();
  return {
    async add(comment: { profileId: number; candidateId: number | undefined; text: string }): Promise<void> {
      const { profileId: id, candidateId, text } = comment;
      await api.comments.add({ id, text, ...(candidateId === undefined ? {} : { candidate_id: candidateId }) });
      await refresh();
    },
    async change(comment: { id: number; text: string }): Promise<void> {
      await api.comments.update(comment);
      await refresh();
    },
    async remove(id: number): Promise<void> {
      await api.comments.remove({ id });
      await refresh();
    },
  };
}
