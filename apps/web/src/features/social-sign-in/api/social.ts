import { isSocialBackend, type SocialBackend } from '@headwater/domain/companies/social-sign-in';
import { useQuery } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';
import { offeredServices } from '#lib/current-user.ts';

const visitor = { context: { visitor: true } } as const;

/** Services that people may sign in with: as the page was told with its first byte, else as the server says. */
export function useSocialBackends(): SocialBackend[] {
  const offered = offeredServices();
  const { data } = useQuery(orpc.socialSignIn.backends.queryOptions({ enabled: offered === undefined, ...visitor }));
  return (offered ?? data?.backends ?? []).filter(isSocialBackend);
}

/** Leaves for the service. */
export async function enterThrough(backend: SocialBackend, next: string | undefined): Promise<void> {
  const { url } = await api.socialSignIn.begin({ backend, ...(next === undefined ? {} : { next }) }, visitor);
  globalThis.location.assign(url);
}

/** What this browser has to answer; asked anew whenever a screen of it opens. */
export const stepQuery = (backend: string) => ({
  ...orpc.socialSignIn.step.queryOptions({ input: { backend }, ...visitor }),
  staleTime: 0,
  gcTime: 0,
  retry: false,
});

export const register = (input: Parameters<typeof api.socialSignIn.register>[0]) => api.socialSignIn.register(input, visitor);
export const confirmPassword = (input: Parameters<typeof api.socialSignIn.confirmPassword>[0]) =>
  api.socialSignIn.confirmPassword(input, visitor);
