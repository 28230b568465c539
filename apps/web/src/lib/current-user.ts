import { type QueryClient, queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { CurrentUser } from '@headwater/contract/accounts';
import type { Language } from '@headwater/contract/errors';
import { ApiError, statusMessage } from './api-error.ts';
import { api } from './api.ts';
import { currentLanguage } from './i18n.ts';

/** The server marks pages without a session; no request is sent until a sign-in. */
let isVisitor = Boolean(globalThis.document?.querySelector('meta[name="headwater-visitor"]'));

export const hasSession = (): boolean => !isVisitor;

const isOffered = (word: string): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="headwater-visitor"]')?.content.split(' ').includes(word) ?? false;

/** ACC-010: whether a visitor may register. */
export const mayRegister = (): boolean => isOffered('register');

let isFirstMade = false;

export const firstAccountMade = (): void => void (isFirstMade = true);

export const isSetupOpen = (): boolean => isVisitor && !isFirstMade && isOffered('setup');

/** DEC-08: whether a visitor can sign in with a passkey in this browser and on this host. */
export const mayUsePasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis &&
  (document.querySelector<HTMLMetaElement>('meta[name="headwater-visitor"]')?.content.split(' ') ?? []).includes(
    `passkeys:${location.origin}`,
  );

/** ACC-006. Undefined if the page was delivered with a session. */
export const offeredServices = (): string[] | undefined =>
  document
    .querySelector<HTMLMetaElement>('meta[name="headwater-visitor"]')
    ?.content.split(' ')
    .flatMap((word) => (word.startsWith('with:') ? [word.slice('with:'.length)] : []));

export const sessionBegan = (): void => void (isVisitor = false);

/** Current user, loaded once at start (ACC-033); route guards redirect a 401 to /login. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => {
    if (isVisitor) throw new ApiError({ status: 401, message: statusMessage(401, currentLanguage()) });
    return api.accounts.me({}, { signal, context: { visitor: true } });
  },
  staleTime: Infinity,
  gcTime: Infinity,
  retry: false,
});

export const cacheLanguage = (client: QueryClient, language: Language | null): void =>
  void client.setQueryData(meQuery.queryKey, (user) => user && { ...user, settings: { ...user.settings, language } });

export const useCurrentUser = (): CurrentUser => useSuspenseQuery(meQuery).data;

/** Storage key that notifies other tabs of the signed-in user; all tabs share the session. */
export const signedInKey = 'headwater.user';

export const interactedKey = 'headwater.interacted';

export function announceUser(id: number): void {
  try {
    localStorage.setItem(signedInKey, String(id));
  } catch {
    // Without storage the next call of each tab reports it.
  }
}

export function announceInteraction(id: number, status: string): void {
  try {
    localStorage.setItem(interactedKey, `${id} ${status}`);
  } catch {
    // Without storage the other tabs show it until the next page load.
  }
}

/** Replaces the cached user by a response of the server (ACC-045). */
export function useReplaceCurrentUser(): (user: CurrentUser) => void {
  const client = useQueryClient();
  return (user) => client.setQueryData(meQuery.queryKey, user);
}
