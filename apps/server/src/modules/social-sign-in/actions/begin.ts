import { safeNext } from '@headwater/domain/landing';
import { DiscoveryError, type Metadata, type SignInSecrets } from '#modules/sso/public.ts';
import { hashToken, makeToken } from '#platform/crypto/tokens.ts';
import { AppError } from '#platform/errors.ts';
import { type Backend, signInSeconds, type SocialServices } from '../services.ts';
import { insertSignIn } from '../store.ts';

/** What opens the sealed secrets of a sign-in. */
export const signInContext = (state: string): string => `social sign-in ${hashToken(state).toString('hex')}`;

/** Throws not_found. */
export function requireBackend({ backends }: Pick<SocialServices, 'backends'>, name: string): Backend {
  const backend = backends.find((one) => one.name === name);
  if (!backend) throw new AppError('not_found');
  return backend;
}

export const clientOf = ({ clientId, clientSecret, idpUrl }: Backend, metadata: Metadata, redirectUri: string) => ({
  clientId,
  clientSecret,
  idpUrl,
  metadata,
  redirectUri,
  audience: '',
  trustId: '',
});

interface Beginning {
  backend: Backend;
  next?: string | undefined;
  /** Of a sign-in that this browser has begun before. */
  browser: string | undefined;
  redirectUri: string;
  /** Of who connects an account to the own one. */
  sessionHash?: Buffer;
}

/** Where the browser goes, and the value of its cookie. Throws social_away. */
export async function beginSignIn(services: SocialServices, { backend, next, browser, redirectUri, sessionHash }: Beginning) {
  const { database, clock, secrets, provider } = services;
  const metadata = await services.metadataOf(backend).catch((error: unknown) => {
    throw error instanceof DiscoveryError ? new AppError('social_away') : error;
  });
  const state = makeToken();
  const own: SignInSecrets = { nonce: makeToken().value, verifier: makeToken().value };
  const known = browser ?? makeToken().value;
  const url = await provider.signInUrl(clientOf(backend, metadata, redirectUri), { ...own, state: state.value, prompt: 'select_account' });
  await database.asSystem((tx) =>
    insertSignIn(tx, {
      state_hash: state.hash,
      backend: backend.name,
      browser_hash: hashToken(known),
      secrets: secrets.seal(JSON.stringify(own), signInContext(state.value)),
      next: safeNext(next) ?? null,
      session_hash: sessionHash ?? null,
      expires_at: new Date(clock.now().getTime() + signInSeconds * 1000),
    }),
  );
  return { url, browser: known };
}
