import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import { type Consent, makeVerifier } from './client.ts';

interface StateServices {
  clock: Clock;
  secrets: SecretBox;
}

interface ConsentRequest {
  userId: number;
  /** Name of the service; its consent page redirects to `/{service}/set`. */
  service: string;
  /** Public URL without a trailing slash. */
  origin: string;
  /** Facts for the time after the consent. */
  details?: Record<string, string>;
}

const consentLife = 30 * 60_000;

/** Sealed in the state parameter against forgery; contains the PKCE verifier. */
const content = z.object({
  userId: z.number(),
  service: z.string(),
  redirectUri: z.string(),
  verifier: z.string(),
  until: z.number(),
  details: z.record(z.string(), z.string()),
});
export type OpenedState = z.output<typeof content>;

const contextOf = (service: string) => `consent to ${service}`;

export function sealConsent(
  { clock, secrets }: StateServices,
  { userId, service, origin, details = {} }: ConsentRequest,
): Consent & { state: string } {
  const consent = { redirectUri: `${origin}/${service}/set`, verifier: makeVerifier() };
  const until = clock.now().getTime() + consentLife;
  const sealed = secrets.seal(JSON.stringify({ ...consent, userId, service, details, until }), contextOf(service));
  return { ...consent, state: Buffer.from(sealed).toString('base64url') };
}

/** Undefined: forged, too old, or the consent of another user. */
export function openConsent(
  { clock, secrets }: StateServices,
  { userId, service, state }: Pick<ConsentRequest, 'userId' | 'service'> & { state: string },
): OpenedState | undefined {
  try {
    const opened = content.parse(JSON.parse(secrets.open(Buffer.from(state, 'base64url').toString(), contextOf(service))));
    const isTheirs = opened.userId === userId && opened.service === service;
    return isTheirs && opened.until > clock.now().getTime() ? opened : undefined;
  } catch {
    return undefined;
  }
}
