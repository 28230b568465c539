import { safeNext } from '@headwater/domain/landing';
import type { Clock } from '#platform/clock.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import { hashToken, makeToken } from '#platform/crypto/tokens.ts';
import type { Client, IdentityProvider, SignInSecrets } from './identity-provider-port.ts';

/** A sign-in through a provider takes no longer, and neither does what is hint in its middle. */
export const signInSeconds = 600;

interface Services {
  clock: Clock;
  secrets: SecretBox;
  provider: IdentityProvider;
}

interface Start {
  client: Client;
  /** What the provider is told besides. */
  hint: { email: string } | { prompt: 'select_account' };
  next: string | undefined;
  /** Of a sign-in that this browser has begun before. */
  browser: string | undefined;
  /** Whose sign-ins they are: what is sealed for one opens nothing of another. */
  kind: string;
}

/** What opens the sealed secrets of a sign-in. */
const contextOf = (kind: string, state: string): string => `${kind} ${hashToken(state).toString('hex')}`;

/** Where the browser goes, the value of its cookie, and what is kept until it comes back. */
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

/** What was sealed of a sign-in that has come back with its state. */
export const openSignIn = (
  { secrets }: Pick<Services, 'secrets'>,
  { kind, state, row }: { kind: string; state: string; row: { secrets: string } },
): SignInSecrets => JSON.parse(secrets.open(row.secrets, contextOf(kind, state))) as SignInSecrets;
