import { useQueryClient } from '@tanstack/react-query';
import type { MadeToken, TokenRequest } from '@headwater/contract/api-tokens';
import type { Role } from '@headwater/domain/roles';
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

/** ROLE-022: makes the token of somebody of the own company, in place of an earlier one. */
export function useTokenOf({ id, role }: { id: number; role: Role }) {
  const client = useQueryClient();
  return async (request: TokenRequest): Promise<MadeToken> => {
    const call = role === 'worker' ? api.apiTokens.generateForWorker : api.apiTokens.generateForAdmin;
    const made = await call({ ...request, id });
    await client.invalidateQueries({ queryKey: orpc.employees.key() });
    return made;
  };
}
