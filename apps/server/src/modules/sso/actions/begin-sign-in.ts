import { domainOf } from '@headwater/domain/companies/sso';
import { safeNext } from '@headwater/domain/landing';
import { findCompany } from '#modules/companies/public.ts';
import { hashToken, makeToken } from '#platform/crypto/tokens.ts';
import { AppError } from '#platform/errors.ts';
import { configurationOf } from '../configuration.ts';
import { type Client, DiscoveryError, type Metadata, type SignInSecrets } from '../identity-provider-port.ts';
import { secretContext, signInSeconds, type SsoServices } from '../services.ts';
import { findByDomain } from '../store/domains.ts';
import { insertSignIn } from '../store/sign-ins.ts';
import type { Settings } from '../store/settings.ts';

interface Beginning {
  email: string;
  next?: string | undefined;
  /** Of a sign-in that this browser has begun before. */
  browser: string | undefined;
  redirectUri: string;
}

/** What opens the sealed secrets of a sign-in. */
export const signInContext = (state: string): string => `sign-in ${hashToken(state).toString('hex')}`;

export const clientOf = (
  { secrets }: Pick<SsoServices, 'secrets'>,
  settings: Settings,
  { metadata, redirectUri }: { metadata: Metadata; redirectUri: string },
): Client => ({
  metadata,
  clientId: settings.client_id,
  clientSecret: secrets.open(settings.client_secret, secretContext(settings.company_id)),
  audience: settings.audience,
  trustId: settings.trust_id,
  idpUrl: settings.idp_url,
  redirectUri,
});

/** SSO-011: whoever has an address of a company's domains is sent to its provider. Throws sso_none (SSO-017) and sso_provider_away. */
export async function beginSignIn(services: SsoServices, { email, next, browser, redirectUri }: Beginning) {
  const { database, clock, secrets, provider } = services;
  const settings = await database.asSystem(async (tx) => {
    const found = await findByDomain(tx, domainOf(email));
    const company = found && (await findCompany(tx, found.company_id));
    return company?.deleted_at === null ? found : undefined;
  });
  if (!settings) throw new AppError('sso_none');
  const metadata = await configurationOf(services, settings).catch((error: unknown) => {
    throw error instanceof DiscoveryError ? new AppError('sso_provider_away') : error;
  });
  const state = makeToken();
  const own: SignInSecrets = { nonce: makeToken().value, verifier: makeToken().value };
  const known = browser ?? makeToken().value;
  const url = await provider.signInUrl(clientOf(services, settings, { metadata, redirectUri }), { ...own, state: state.value, email });
  await database.asSystem((tx) =>
    insertSignIn(tx, {
      state_hash: state.hash,
      company_id: settings.company_id,
      browser_hash: hashToken(known),
      secrets: secrets.seal(JSON.stringify(own), signInContext(state.value)),
      next: safeNext(next) ?? null,
      expires_at: new Date(clock.now().getTime() + signInSeconds * 1000),
    }),
  );
  return { url, browser: known };
}
