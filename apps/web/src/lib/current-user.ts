import { type QueryClient, queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { CurrentUser } from '@headwater/contract/accounts';
import type { Language } from '@headwater/contract/errors';
import { ApiError, statusMessage } from './api-error.ts';
import { api } from './api.ts';
import { currentLanguage } from './i18n.ts';

/** The server says so in the page that it gives to a browser without a session: then nobody is asked, until somebody signs in. */
let isVisitor = Boolean(globalThis.document?.querySelector('meta[name="headwater-visitor"]'));

/** Whether the page was given to somebody with a session, or a session has begun since. */
export const hasSession = (): boolean => !isVisitor;

/** What the server offers to visitors, as it stood when the page was loaded. */
const isOffered = (word: string): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="headwater-visitor"]')?.content.split(' ').includes(word) ?? false;

/** ACC-010: whether the server says that a visitor may register. */
export const mayRegister = (): boolean => isOffered('register');

/** The page may have been loaded before somebody made it. */
let isFirstMade = false;

/** The first account is made, here or elsewhere: from here on people sign in. */
export const firstAccountMade = (): void => void (isFirstMade = true);

/** Whether the installation has no account yet. */
export const isSetupOpen = (): boolean => isVisitor && !isFirstMade && isOffered('setup');

/** DEC-08: whether a visitor may sign in with a passkey, here and in this browser. */
export const mayUsePasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis &&
  (document.querySelector<HTMLMetaElement>('meta[name="headwater-visitor"]')?.content.split(' ') ?? []).includes(
    `passkeys:${location.origin}`,
  );

/** ACC-006: services that a visitor may sign in with; undefined where the page was given to somebody with a session. */
export const offeredServices = (): string[] | undefined =>
  document
    .querySelector<HTMLMetaElement>('meta[name="headwater-visitor"]')
    ?.content.split(' ')
    .flatMap((word) => (word.startsWith('with:') ? [word.slice('with:'.length)] : []));

/** Somebody has signed in, here or in another tab. */
export const sessionBegan = (): void => void (isVisitor = false);

/** The current user, loaded once at start (ACC-033); route guards turn its 401 into /login. */
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

/** The language of the kept user, where there is one: the next screen is shown in it. */
export const keepLanguage = (client: QueryClient, language: Language | null): void =>
  void client.setQueryData(meQuery.queryKey, (user) => user && { ...user, settings: { ...user.settings, language } });

/** The signed-in person; for components inside the shell only. */
export const useCurrentUser = (): CurrentUser => useSuspenseQuery(meQuery).data;

/** Under this name the tabs of one browser tell each other who is signed in; they share the session. */
export const signedInKey = 'headwater.user';

/** Under this name they tell each other that the person has read or hidden what staff tell them. */
export const interactedKey = 'headwater.interacted';

/** Tells the other tabs who came in here. */
export function announceUser(id: number): void {
  try {
    localStorage.setItem(signedInKey, String(id));
  } catch {
    // Without storage the other tabs learn it from their next call.
  }
}

/** Tells the other tabs that they need not show it any more. */
export function announceInteraction(id: number, status: string): void {
  try {
    localStorage.setItem(interactedKey, `${id} ${status}`);
  } catch {
    // Without storage they show it until they are loaded again.
  }
}

/** Puts a newly answered user in place of the kept one (ACC-045). */
export function useReplaceCurrentUser(): (user: CurrentUser) => void {
  const client = useQueryClient();
  return (user) => client.setQueryData(meQuery.queryKey, user);
}
