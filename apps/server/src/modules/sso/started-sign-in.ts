import { safeNext } from '@headwater/domain/landing';
import type { Clock } from '#platform/clock.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import { hashToken, makeToken } from '#platform/crypto/tokens.ts';
import type { Client, IdentityProvider, SignInSecrets } from './identity-provider-port.ts';

/** Also the lifetime of emailed confirmation links. */
export const signInSeconds = 600;

interface Services {
  clock: Clock;
  secrets: SecretBox;
  provider: IdentityProvider;
}

interface Start {
  client: Client;
  hint: { email: string } | { prompt: 'select_account' };
  next: string | undefined;
  browser: string | undefined;
  /** Separates SSO from social sign-ins. */
  kind: string;
}

const contextOf = (kind: string, state: string): string => `${kind} ${hashToken(state).toString('hex')}`;

export async function startSignIn({ clock, secrets, provider }: Services, { client, hint, next, browser, kind }: Start) {
  const state = makeToken();
  const own: SignInSecrets = { nonce: makeToken().value, verifier: makeToken().value };
  const known = browser ?? makeToken().value;
  const url = await provider.signInUrl(client, { ...own, state: state.value, ...hint });
  const row = {
    state_hash: state.hash,
    browser_hash: hashToken(known),
    secrets: secrets.seal(JSON.stringify(own), contextOf(kind, state.value)),
    next: safeNext(next) ?? null,
    expires_at: new Date(clock.now().getTime() + signInSeconds * 1000),
  };
  return { url, browser: known, row };
}

export const openSignIn = (
  { secrets }: Pick<Services, 'secrets'>,
  { kind, state, row }: { kind: string; state: string; row: { secrets: string } },
): SignInSecrets => JSON.parse(secrets.open(row.secrets, contextOf(kind, state))) as SignInSecrets;
