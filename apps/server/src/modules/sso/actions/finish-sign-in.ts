import { hashToken } from '#platform/crypto/tokens.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { openSession, type User } from '#modules/accounts/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { configurationOf } from '../configuration.ts';
import { type Claims, DiscoveryError, SignInRefused } from '../identity-provider-port.ts';
import type { SsoServices } from '../services.ts';
import { isAdministrator } from '../required.ts';
import { openSignIn } from '../started-sign-in.ts';
import { takeConfirmation } from '../store/confirmations.ts';
import { findSettings, holdProvider, markProved, type Settings } from '../store/settings.ts';
import { takeSignIn } from '../store/sign-ins.ts';
import { askAtAddress } from './ask-at-address.ts';
import { clientOf } from './begin-sign-in.ts';
import { confirmedPerson, emailOf, personOf } from './person.ts';

type Origin = Parameters<typeof openSession>[1]['origin'];

interface Answered {
  query: URLSearchParams;
  browser: string | undefined;
  /** The value of the session's cookie. */
  session: string | undefined;
  redirectUri: string;
}

/** Nothing sent by a provider is believed before its state is known to be of this browser, and spent. Throws SignInRefused. */
async function takeBegun(services: SsoServices, { query, browser }: Pick<Answered, 'query' | 'browser'>) {
  const { database, clock } = services;
  const state = query.get('state') ?? '';
  const row = await database.asSystem((tx) => takeSignIn(tx, hashToken(state), clock.now()));
  if (!row || browser === undefined || !row.browser_hash.equals(hashToken(browser))) throw new SignInRefused('state');
  const own = openSignIn(services, { kind: 'sign-in', state, row });
  const settings = await database.asSystem((tx) => findSettings(tx, row.company_id));
  if (!settings?.is_active) throw new SignInRefused('off');
  return { settings, own, state, browser, next: row.next ?? undefined };
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
  origin: Origin;
  next: string | undefined;
  now: Date;
}

/** For whoever the provider, or their own address, has shown to be that person. Throws SignInRefused and what a sign-in with a password throws. */
async function openThrough(tx: Tx, user: User, { settings, origin, next, now }: Entering) {
  if (isAdministrator(user)) await markProved(tx, settings, now);
  // It was switched off, or another one took its place, while the person was there: what it has opened ended with that.
  if (!(await holdProvider(tx, settings))) throw new SignInRefused('off');
  // The provider has asked for what the company wants of its people: no code is sent besides (ACC-017).
  return openSession(tx, { user, origin, next, now, way: 'sso' });
}

type Begun = Awaited<ReturnType<typeof takeBegun>>;

async function enter(
  services: SsoServices,
  { settings, browser, next }: Begun,
  { claims, origin, session }: Pick<Answered, 'session'> & { claims: Claims; origin: Origin },
) {
  const { database, clock, noteFailure } = services;
  const now = clock.now();
  try {
    return await database.asSystem(async (tx) => {
      const comer = await personOf(tx, settings, { claims, now, session: session === undefined ? undefined : hashToken(session) });
      if (comer.kind === 'person') return openThrough(tx, comer.user, { settings, origin, next, now });
      await askAtAddress(tx, services, { ...comer, settings, browser, next, now });
      return { kind: 'asked' as const };
    });
  } catch (error) {
    const email = emailOf(claims, settings);
    if (email !== undefined) await noteFailure({ email, address: origin.address });
    throw refusalOf(error);
  }
}

/** SSO-016: what the provider sent the person back with; `asked`: a link went to the address that it named. Throws SignInRefused. */
export async function finishSignIn(services: SsoServices, answered: Answered & { origin: Origin }) {
  const begun = await takeBegun(services, answered);
  const claims = await claimsOf(services, begun, answered);
  return enter(services, begun, { ...answered, claims });
}

interface Confirming {
  token: string;
  browser: string | undefined;
  origin: Origin;
}

/** ADR 70: the link of `asked`, opened in the browser that came from the provider. Throws SignInRefused. */
export async function confirmSignIn({ database, clock }: SsoServices, { token, browser, origin }: Confirming) {
  const now = clock.now();
  try {
    return await database.asSystem(async (tx) => {
      const hashes = browser === undefined ? undefined : { tokenHash: hashToken(token), browserHash: hashToken(browser) };
      const row = hashes && (await takeConfirmation(tx, { ...hashes, now }));
      if (!row) throw new SignInRefused('state');
      const settings = await findSettings(tx, row.company_id);
      // Of a provider that was set meanwhile nobody has come.
      const isSame = settings?.is_active && settings.idp_url === row.idp_url && settings.client_id === row.client_id;
      if (!isSame) throw new SignInRefused('off');
      const user = await confirmedPerson(tx, row, now);
      return openThrough(tx, user, { settings, origin, next: row.next ?? undefined, now });
    });
  } catch (error) {
    throw refusalOf(error);
  }
}
