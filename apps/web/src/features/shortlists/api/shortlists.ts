import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ReviewDecision } from '@headwater/domain/vacancies/shortlists';
import { api, orpc } from '#lib/api.ts';

export const shortlistQuery = (vacancyId: number) => orpc.shortlists.ofVacancy.queryOptions({ input: { id: vacancyId } });
export const shortlistsOfProfileQuery = (profileId: number) => orpc.shortlists.ofProfile.queryOptions({ input: { id: profileId } });

/** Never refetches, because the server counts each request. */
export const openedShortlistQuery = (hash: string) =>
  queryOptions({ ...orpc.shortlists.open.queryOptions({ input: { hash } }), staleTime: Infinity, retry: false });
export const openedCandidateQuery = (hash: string, id: number) =>
  queryOptions({ ...orpc.shortlists.openCandidate.queryOptions({ input: { hash, id } }), staleTime: Infinity, retry: false });

export interface GivenReview {
  decision: ReviewDecision;
  comment: string;
}

export function useShortlistActions() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: orpc.shortlists.key() });
  return {
    add: async (vacancyId: number, ids: number[]) => {
      const { count } = await api.shortlists.add({ id: vacancyId, ids });
      await refresh();
      return count;
    },
    remove: async (vacancyId: number, id: number) => {
      await api.shortlists.remove({ id: vacancyId, ids: [id] });
      await refresh();
    },
    review: async (id: number, given: GivenReview) => {
      await api.shortlists.review({ id, ...given });
      await refresh();
    },
    addLink: async (vacancyId: number, link: { reviewer: string; days: 7 | 30 | 90 }) => {
      const { url } = await api.shortlists.addLink({ id: vacancyId, ...link });
      await refresh();
      return url;
    },
    revokeLinks: async (vacancyId: number) => {
      const { count } = await api.shortlists.revokeLinks({ id: vacancyId });
      await refresh();
      return count;
    },
    revokeLink: async (id: number) => {
      await api.shortlists.revokeLink({ id });
      await refresh();
    },
  };
}

export function useReviewByLink(hash: string) {
  const client = useQueryClient();
  return async (id: number, given: GivenReview) => {
    const review = await api.shortlists.reviewByLink({ hash, id, ...given });
    client.setQueryData(openedShortlistQuery(hash).queryKey, (opened) =>
      opened
        ? { ...opened, candidates: opened.candidates.map((candidate) => (candidate.id === id ? { ...candidate, review } : candidate)) }
        : undefined,
    );
  };
}
