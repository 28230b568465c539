import { isSocialBackend, type SocialBackend } from '@headwater/domain/companies/social-sign-in';
import { useQuery } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';
import { offeredServices } from '#lib/current-user.ts';

const visitor = { context: { visitor: true } } as const;

/** Sign-in services, from the page if it contains them, else from the server. */
export function useSocialBackends(): SocialBackend[] {
  const offered = offeredServices();
  const { data } = useQuery(orpc.socialSignIn.backends.queryOptions({ enabled: offered === undefined, ...visitor }));
  return (offered ?? data?.backends ?? []).filter(isSocialBackend);
}

export async function enterThrough(backend: SocialBackend, next: string | undefined): Promise<void> {
  const { url } = await api.socialSignIn.begin({ backend, ...(next === undefined ? {} : { next }) }, visitor);
  globalThis.location.assign(url);
}

export const stepQuery = (backend: string) => ({
  ...orpc.socialSignIn.step.queryOptions({ input: { backend }, ...visitor }),
  staleTime: 0,
  gcTime: 0,
  retry: false,
});

export const register = (input: Parameters<typeof api.socialSignIn.register>[0]) => api.socialSignIn.register(input, visitor);
export const confirmPassword = (input: Parameters<typeof api.socialSignIn.confirmPassword>[0]) =>
  api.socialSignIn.confirmPassword(input, visitor);
