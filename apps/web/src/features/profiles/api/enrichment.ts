import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';
import { profileQuery, resumesQuery } from './profile.ts';

export const enrichmentPreviewQuery = (profileId: number, fileId: number) =>
  queryOptions({
    ...orpc.profileEnrichment.preview.queryOptions({ input: { id: profileId, file_id: fileId } }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

/** FILE-014. Both resolve after the visible profile is refreshed. */
export function useEnrichment(profileId: number) {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: profileQuery(profileId).queryKey }),
      client.invalidateQueries({ queryKey: resumesQuery(profileId).queryKey }),
    ]);
  return {
    async enrich(fileId: number, leftOut: readonly string[]): Promise<number> {
      const { fragment_id: fragmentId } = await api.profileEnrichment.enrich({ id: profileId, file_id: fileId, left_out: [...leftOut] });
      await refresh();
      return fragmentId;
    },
    async undo(fragmentId: number): Promise<void> {
      await api.profileEnrichment.undo({ id: profileId, fragmentId });
      await refresh();
    },
  };
}
