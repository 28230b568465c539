import { type QueryClient, queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { CurrentUser } from '@headwater/contract/accounts';
import type { Language } from '@headwater/contract/errors';
import { ApiError, statusMessage } from './api-error.ts';
import { api } from './api.ts';
import { currentLanguage } from './i18n.ts';

/**
 * The server marks pages for browsers without a session; then no request is sent until a sign-in.
 */
let isVisitor = Boolean(globalThis.document?.querySelector('meta[name="headwater-visitor"]'));

/** True if the page was delivered with a session, or a session has started since. */
export const hasSession = (): boolean => !isVisitor;

/** Offers of the server to visitors at the time of the page load. */
const isOffered = (word: string): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="headwater-visitor"]')?.content.split(' ').includes(word) ?? false;

/** ACC-010: whether a visitor may register. */
export const mayRegister = (): boolean => isOffered('register');

/** The first account may be created after the page load. */
let isFirstMade = false;

/** Switches from the setup to the sign-in, after the first account is created. */
export const firstAccountMade = (): void => void (isFirstMade = true);

export const isSetupOpen = (): boolean => isVisitor && !isFirstMade && isOffered('setup');

/** DEC-08: whether a visitor can sign in with a passkey in this browser and on this host. */
export const mayUsePasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis &&
  (document.querySelector<HTMLMetaElement>('meta[name="headwater-visitor"]')?.content.split(' ') ?? []).includes(
    `passkeys:${location.origin}`,
  );

/**
 * ACC-006: services that a visitor can sign in with; undefined if the page was delivered with a
 * session.
 */
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

/** Sets the language of the cached user, if any; the next screen uses it. */
export const keepLanguage = (client: QueryClient, language: Language | null): void =>
  void client.setQueryData(meQuery.queryKey, (user) => user && { ...user, settings: { ...user.settings, language } });

/** Only for components inside the shell. */
export const useCurrentUser = (): CurrentUser => useSuspenseQuery(meQuery).data;

/** Storage key that notifies other tabs of the signed-in user; all tabs share the session. */
export const signedInKey = 'headwater.user';

/** Storage key that notifies other tabs of a read or hidden system notification. */
export const interactedKey = 'headwater.interacted';

/** Notifies the other tabs of the signed-in user. */
export function announceUser(id: number): void {
  try {
    localStorage.setItem(signedInKey, String(id));
  } catch {
    // Without storage the next call of each tab reports it.
  }
}

/** Notifies the other tabs that the notification was read or hidden. */
export function announceInteraction(id: number, status: string): void {
  try {
    localStorage.setItem(interactedKey, `${id} ${status}`);
  } catch {
    // Without storage they show it until the next page load.
  }
}

/** Replaces the cached user by a response of the server (ACC-045). */
export function useReplaceCurrentUser(): (user: CurrentUser) => void {
  const client = useQueryClient();
  return (user) => client.setQueryData(meQuery.queryKey, user);
}
