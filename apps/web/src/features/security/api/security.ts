import { useQueryClient } from '@tanstack/react-query';
import type { PasskeyCreation, PasskeyUse } from '@headwater/contract/passkeys';
import { api, orpc } from '#lib/api.ts';

export const securityQuery = orpc.security.find.queryOptions({ staleTime: 0 });

export interface Proof {
  password?: string;
  code?: string;
  passkey?: PasskeyUse;
}

export function useSecurityChanges() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: orpc.security.key() });
  const refreshed = async <T>(call: Promise<T>): Promise<T> => {
    const result = await call;
    await refresh();
    return result;
  };
  return {
    refresh,
    addApp: (proof: Proof) => api.security.addAuthenticator(proof),
    confirmApp: (code: string) => refreshed(api.security.confirmAuthenticator({ code })),
    removeApp: (proof: Proof) => refreshed(api.security.removeAuthenticator(proof)),
    renewCodes: (proof: Proof) => refreshed(api.security.renewRecoveryCodes(proof)),
    /** Options for the browser to prove the identity by passkey. */
    beginProof: () => api.security.beginPasskeyProof(),
    /** Options for the browser; `creation` is its result. */
    beginPasskey: (proof: Proof) => api.security.beginPasskey(proof),
    addPasskey: (name: string, creation: PasskeyCreation) => refreshed(api.security.addPasskey({ name, passkey: creation })),
    renamePasskey: (id: number, name: string) => refreshed(api.security.renamePasskey({ id, name })),
    removePasskey: (id: number, proof: Proof) => refreshed(api.security.removePasskey({ id, ...proof })),
    connectService: (backend: string, proof: Proof) => api.socialSignIn.connect({ backend, ...proof }),
    disconnectService: (id: number, proof: Proof) => refreshed(api.security.removeSocialAccount({ id, ...proof })),
    removeProvider: (id: number, proof: Proof) => refreshed(api.security.removeIdentityProvider({ id, ...proof })),
    requestAddressChange: (email: string, proof: Proof) => api.ownAddress.ask({ email, ...proof }),
    endSession: (id: number) => refreshed(api.security.endSession({ id })),
    endOthers: () => refreshed(api.security.endOtherSessions()),
  };
}
