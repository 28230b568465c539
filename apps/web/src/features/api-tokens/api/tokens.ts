import { useQueryClient } from '@tanstack/react-query';
import type { TokenRequest } from '@headwater/contract/api-tokens';
import { api, orpc } from '#lib/api.ts';

export const ownTokenQuery = orpc.apiTokens.find.queryOptions();

/** Makes and revokes the own token; what is shown of it is asked for again. */
export function useOwnToken() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: orpc.apiTokens.key() });
  return {
    create: async (request: TokenRequest) => {
      const made = await api.apiTokens.create(request);
      await refresh();
      return made;
    },
    revoke: async () => {
      await api.apiTokens.revoke();
      await refresh();
    },
  };
}
