import { hashToken } from '#platform/crypto/tokens.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { openSession, notifyProviderLinked } from '#modules/accounts/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { configurationOf } from '../configuration.ts';
import { type Claims, DiscoveryError, SignInRefused } from '../identity-provider-port.ts';
import type { SsoServices } from '../services.ts';
import { isAdministrator, mustUseProvider } from '../required.ts';
import { openSignIn } from '../started-sign-in.ts';
import { findConfirmation, takeConfirmation } from '../store/confirmations.ts';
import { findSettings, holdProvider, markProved, type Settings } from '../store/settings.ts';
import { takeSignIn } from '../store/sign-ins.ts';
import { askAtAddress } from './ask-at-address.ts';
import { clientOf } from './begin-sign-in.ts';
import { confirmedPerson, emailOf, type Entrant, personOf } from './person.ts';

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
async function openThrough(tx: Tx, services: SsoServices, { user, isLinked, settings, origin, next, now }: Entrant & Entering) {
  if (isAdministrator(user)) await markProved(tx, settings, now);
  // It was switched off, or another one took its place, while the person was there: what it has opened ended with that.
  if (!(await holdProvider(tx, settings))) throw new SignInRefused('off');
  if (isLinked) {
    const telling = { publicUrl: services.linksUrl, queueSystemEmail: services.queueSystemEmail };
    await notifyProviderLinked(tx, telling, { user, provider: settings.provider, isKept: await mustUseProvider(tx, user, now) });
  }
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
      if (comer.kind === 'person') return openThrough(tx, services, { ...comer, settings, origin, next, now });
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

/** A link of `asked`, in the browser that came from the provider. */
interface Link {
  token: string;
  browser: string | undefined;
}

/** Throws sso_link_over, also where it is another browser. */
function placeOf({ clock }: Pick<SsoServices, 'clock'>, { token, browser }: Link) {
  if (browser === undefined) throw new AppError('sso_link_over');
  return { tokenHash: hashToken(token), browserHash: hashToken(browser), now: clock.now() };
}

/** Which provider signs in to which account once it is confirmed. Throws sso_link_over. */
export async function findSignIn(services: SsoServices, link: Link): Promise<{ email: string; provider: string }> {
  const place = placeOf(services, link);
  return services.database.readAsSystem(async (tx) => {
    const row = await findConfirmation(tx, place);
    const settings = row && (await findSettings(tx, row.company_id));
    if (!settings) throw new AppError('sso_link_over');
    return { email: row.email, provider: settings.provider };
  });
}

/** ADR 70: the button behind that link, once. Throws sso_link_over and SignInRefused. */
export async function confirmSignIn(services: SsoServices, { origin, ...link }: Link & { origin: Origin }) {
  const place = placeOf(services, link);
  const { now } = place;
  try {
    return await services.database.asSystem(async (tx) => {
      const row = await takeConfirmation(tx, place);
      if (!row) throw new AppError('sso_link_over');
      const settings = await findSettings(tx, row.company_id);
      // Of a provider that was set meanwhile nobody has come.
      const isSame = settings?.is_active && settings.idp_url === row.idp_url && settings.client_id === row.client_id;
      if (!isSame) throw new SignInRefused('off');
      const entrant = await confirmedPerson(tx, row, now);
      return openThrough(tx, services, { ...entrant, settings, origin, next: row.next ?? undefined, now });
    });
  } catch (error) {
    throw refusalOf(error);
  }
}
