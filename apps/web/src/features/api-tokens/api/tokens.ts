import { useQueryClient } from '@tanstack/react-query';
import type { MadeToken, TokenRequest } from '@headwater/contract/api-tokens';
import type { Role } from '@headwater/domain/roles';
import { api, orpc } from '#lib/api.ts';

export const tokensQuery = orpc.apiTokens.list.queryOptions();

type OwnRequest = Parameters<typeof api.apiTokens.create>[0];
export type TokenProof = Pick<OwnRequest, 'password' | 'code' | 'passkey'>;

/** Undefined if the user cancels. Another feature renders the dialog. */
export type Prove = <T>(step: { title: string; submitLabel: string; submit: (proof: TokenProof) => Promise<T> }) => Promise<T | undefined>;

export type NamedRequest = TokenRequest & { name: string };

export function useOwnTokens() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: orpc.apiTokens.key() });
  return {
    create: async ({ name, ...request }: NamedRequest, proof: TokenProof) => {
      const made = await api.apiTokens.createNamed({ ...request, name, ...proof });
      await refresh();
      return made;
    },
    revoke: async (id: number) => {
      await api.apiTokens.revokeOne({ id });
      await refresh();
    },
  };
}

/** ROLE-022: an earlier token is revoked. */
export function useTokenOf({ id, role }: { id: number; role: Role }) {
  const client = useQueryClient();
  return async ({ name: _name, ...request }: NamedRequest, proof: TokenProof): Promise<MadeToken> => {
    const call = role === 'worker' ? api.apiTokens.generateForWorker : api.apiTokens.generateForAdmin;
    const made = await call({ ...request, ...proof, id });
    await client.invalidateQueries({ queryKey: orpc.employees.key() });
    return made;
  };
}
