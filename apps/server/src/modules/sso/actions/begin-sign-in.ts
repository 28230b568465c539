import { domainOf } from '@headwater/domain/companies/sso';
import { findCompany } from '#modules/companies/public.ts';
import { AppError } from '#platform/errors.ts';
import { configurationOf } from '../configuration.ts';
import { type Client, DiscoveryError, type Metadata } from '../identity-provider-port.ts';
import { secretContext, type SsoServices } from '../services.ts';
import { startSignIn } from '../started-sign-in.ts';
import { findByDomain } from '../store/domains.ts';
import type { Settings } from '../store/settings.ts';
import { insertSignIn } from '../store/sign-ins.ts';

interface Beginning {
  email: string;
  next?: string | undefined;
  browser: string | undefined;
  redirectUri: string;
}

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
  isInternal: settings.is_internal,
  redirectUri,
});

/** SSO-011. Throws sso_none (SSO-017) and sso_provider_away. */
export async function beginSignIn(services: SsoServices, { email, next, browser, redirectUri }: Beginning) {
  const { database } = services;
  const settings = await database.asSystem(async (tx) => {
    const found = await findByDomain(tx, domainOf(email));
    const company = found && (await findCompany(tx, found.company_id));
    return company?.deleted_at === null ? found : undefined;
  });
  if (!settings) throw new AppError('sso_none');
  const metadata = await configurationOf(services, settings).catch((error: unknown) => {
    throw error instanceof DiscoveryError ? new AppError('sso_provider_away') : error;
  });
  const client = clientOf(services, settings, { metadata, redirectUri });
  const { url, browser: known, row } = await startSignIn(services, { client, hint: { email }, next, browser, kind: 'sign-in' });
  await database.asSystem((tx) => insertSignIn(tx, { ...row, company_id: settings.company_id }));
  return { url, browser: known };
}
