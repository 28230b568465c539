import type { Credentials } from '@headwater/contract/ats';
import type { ConsentVendor } from '@headwater/domain/ats/vendors';
import type { Actor } from '@headwater/domain/roles';
import { type Connection, CredentialsRefused } from '#modules/connections/public.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { OAuthError } from '#platform/oauth/client.ts';
import { openConsent, sealConsent } from '#platform/oauth/consent-state.ts';
import { acceptedBy, type Connecting, requireConnecting, saveAccount } from './connect.ts';
import { adapterOf, type AtsServices, titleOf } from './services.ts';

const whole = (error: ConstructorParameters<typeof FieldErrors>[0][string]) => new FieldErrors({ non_field_errors: error });

/** Throws ats_consent_off. */
function consentOf(services: AtsServices, vendor: ConsentVendor) {
  const { consent } = adapterOf(services, vendor);
  const client = services.integrations.get(vendor)?.oauth?.client;
  if (!consent?.isConfigured || !client) throw whole({ key: 'ats_consent_off', parts: titleOf(vendor) });
  return { consent, client };
}

type ConsentTo = Connecting & { vendor: ConsentVendor };

/** ATS-025. Returns the URL of the consent page. */
export async function requestConsent(
  services: AtsServices,
  actor: Actor,
  { vendor, origin, credentials }: ConsentTo & { credentials: Credentials },
): Promise<string> {
  await requireConnecting(services, actor, vendor);
  const { consent, client } = consentOf(services, vendor);
  try {
    const details = consent.prepare?.(credentials) ?? {};
    return client.consentUrl(sealConsent(services, { userId: actor.userId, service: vendor, origin, details }));
  } catch (error) {
    if (error instanceof CredentialsRefused) throw new FieldErrors({ [error.field]: { key: error.key, parts: error.parts } });
    throw error;
  }
}

interface ConsentAnswer extends ConsentTo {
  code: string;
  state: string;
}

/** ATS-016. The code works once. */
export async function acceptConsent(
  services: AtsServices,
  actor: Actor,
  { vendor, origin, code, state }: ConsentAnswer,
): Promise<Connection> {
  await requireConnecting(services, actor, vendor);
  const { consent, client } = consentOf(services, vendor);
  const opened = openConsent(services, { userId: actor.userId, service: vendor, state });
  if (!opened) throw whole('consent_stale');
  const accepted = await acceptedBy(vendor, async () => {
    try {
      return await consent.accept(await client.exchange({ ...opened, code }), opened.details);
    } catch (error) {
      // The page after the consent has no fields, but a refused subdomain has a page of its own (ATS-007).
      if (error instanceof CredentialsRefused && error.field !== 'subdomain') throw whole({ key: error.key, parts: error.parts });
      if (!(error instanceof OAuthError)) throw error;
      if (error.kind === 'denied') throw whole('consent_stale');
      throw new AppError('ats_failed', titleOf(vendor));
    }
  });
  return saveAccount(services, actor, { vendor, origin, accepted });
}
