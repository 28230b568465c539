import { useQueryClient } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';

/** The profiles that the company has merged into one. */
export const mergedProfilesQuery = (id: number) => orpc.profileMerges.parts.queryOptions({ input: { profile_id: id } });

/** Takes a profile out of the one that it was merged into, and asks for everything that shows people again. */
export function useDetach() {
  const client = useQueryClient();
  return async (profileId: number) => {
    await api.profileMerges.detach({ id: profileId });
    await client.invalidateQueries();
  };
}
