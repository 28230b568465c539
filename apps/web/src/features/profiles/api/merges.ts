import { useQueryClient } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';

export const mergedProfilesQuery = (id: number) => orpc.profileMerges.parts.queryOptions({ input: { profile_id: id } });

export function useDetach() {
  const client = useQueryClient();
  return async (profileId: number) => {
    await api.profileMerges.detach({ id: profileId });
    await client.invalidateQueries();
  };
}
