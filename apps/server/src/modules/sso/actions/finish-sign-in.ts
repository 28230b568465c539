import { hashToken } from '#platform/crypto/tokens.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { openSession } from '#modules/accounts/public.ts';
import { configurationOf } from '../configuration.ts';
import { type Claims, DiscoveryError, SignInRefused } from '../identity-provider-port.ts';
import type { SsoServices } from '../services.ts';
import { isAdministrator } from '../required.ts';
import { openSignIn } from '../started-sign-in.ts';
import { findSettings, holdProvider, markProved, type Settings } from '../store/settings.ts';
import { takeSignIn } from '../store/sign-ins.ts';
import { clientOf } from './begin-sign-in.ts';
import { emailOf, personOf } from './person.ts';

type Origin = Parameters<typeof openSession>[1]['origin'];

interface Answered {
  query: URLSearchParams;
  browser: string | undefined;
  redirectUri: string;
}

/** Nothing sent by a provider is believed before its state is known to be of this browser, and spent. Throws SignInRefused. */
async function takeBegun(services: SsoServices, { query, browser }: Answered) {
  const { database, clock } = services;
  const state = query.get('state') ?? '';
  const row = await database.asSystem((tx) => takeSignIn(tx, hashToken(state), clock.now()));
  if (!row || browser === undefined || !row.browser_hash.equals(hashToken(browser))) throw new SignInRefused('state');
  const own = openSignIn(services, { kind: 'sign-in', state, row });
  const settings = await database.asSystem((tx) => findSettings(tx, row.company_id));
  if (!settings?.is_active) throw new SignInRefused('off');
  return { settings, own, state, next: row.next ?? undefined };
}

async function claimsOf(services: SsoServices, begun: Awaited<ReturnType<typeof takeBegun>>, answered: Answered): Promise<Claims> {
  const { settings, own, state } = begun;
  const metadata = await configurationOf(services, settings).catch((error: unknown) => {
    throw error instanceof DiscoveryError ? new SignInRefused('provider', { cause: error }) : error;
  });
  const client = clientOf(services, settings, { metadata, redirectUri: answered.redirectUri });
  return services.provider.claims(client, { ...own, state, query: answered.query, emailClaim: settings.claim_email });
}

/** What a sign-in with a password would refuse is refused here too. */
function refusalOf(error: unknown): unknown {
  const isGone = error instanceof FieldErrors || (error instanceof AppError && error.key.startsWith('need_'));
  return isGone ? new SignInRefused('user_disabled', { cause: error }) : error;
}

interface Entering {
  settings: Settings;
  claims: Claims;
  origin: Origin;
  next: string | undefined;
}

async function enter({ database, clock, noteFailure }: SsoServices, { settings, claims, origin, next }: Entering) {
  const now = clock.now();
  try {
    return await database.asSystem(async (tx) => {
      const user = await personOf(tx, settings, { claims, now });
      if (isAdministrator(user)) await markProved(tx, settings, now);
      // It was switched off, or another one took its place, while the person was there: what it has opened ended with that.
      if (!(await holdProvider(tx, settings))) throw new SignInRefused('off');
      // The provider has asked for what the company wants of its people: no code is sent besides (ACC-017).
      return openSession(tx, { user, origin, next, now, way: 'sso' });
    });
  } catch (error) {
    const email = emailOf(claims, settings);
    if (email !== undefined) await noteFailure({ email, address: origin.address });
    throw refusalOf(error);
  }
}

/** SSO-016: what the provider sent the person back with. Throws SignInRefused. */
export async function finishSignIn(services: SsoServices, answered: Answered, origin: Origin) {
  const begun = await takeBegun(services, answered);
  const { settings, next } = begun;
  const claims = await claimsOf(services, begun, answered);
  return enter(services, { settings, claims, origin, next });
}
