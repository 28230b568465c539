import { hashToken } from '#platform/crypto/tokens.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { openSession, notifyProviderLinked } from '#modules/accounts/public/sign-in.ts';
import type { Tx } from '#platform/database/database.ts';
import { configurationOf } from '../configuration.ts';
import { type Claims, DiscoveryError, SignInRefused } from '../identity-provider-port.ts';
import type { SsoServices } from '../services.ts';
import { isAdministrator, mustUseProvider } from '../required.ts';
import { openSignIn } from '../started-sign-in.ts';
import { findConfirmation, takeConfirmation } from '../store/confirmations.ts';
import { findSettings, lockProvider, markProved, type Settings } from '../store/settings.ts';
import { takeSignIn } from '../store/sign-ins.ts';
import { sendConfirmation } from './send-confirmation.ts';
import { clientOf } from './begin-sign-in.ts';
import { resolveConfirmation, emailOf, type LinkedUser, resolveSubject } from './person.ts';

type Origin = Parameters<typeof openSession>[1]['origin'];

interface Answered {
  query: URLSearchParams;
  browser: string | undefined;
  session: string | undefined;
  redirectUri: string;
}

/** The state is single-use and belongs to this browser. Throws SignInRefused. */
async function takeStartedSignIn(services: SsoServices, { query, browser }: Pick<Answered, 'query' | 'browser'>) {
  const { database, clock } = services;
  const state = query.get('state') ?? '';
  const row = await database.asSystem((tx) => takeSignIn(tx, hashToken(state), clock.now()));
  if (!row || browser === undefined || !row.browser_hash.equals(hashToken(browser))) throw new SignInRefused('state');
  const own = openSignIn(services, { kind: 'sign-in', state, row });
  const settings = await database.asSystem((tx) => findSettings(tx, row.company_id));
  if (!settings?.is_active) throw new SignInRefused('off');
  return { settings, own, state, browser, next: row.next ?? undefined };
}

async function claimsOf(services: SsoServices, begun: Awaited<ReturnType<typeof takeStartedSignIn>>, answered: Answered): Promise<Claims> {
  const { settings, own, state } = begun;
  const metadata = await configurationOf(services, settings).catch((error: unknown) => {
    throw error instanceof DiscoveryError ? new SignInRefused('provider', { cause: error }) : error;
  });
  const client = clientOf(services, settings, { metadata, redirectUri: answered.redirectUri });
  return services.provider.claims(client, { ...own, state, query: answered.query, emailClaim: settings.claim_email });
}

function refusalOf(error: unknown): unknown {
  const isGone = error instanceof FieldErrors || (error instanceof AppError && error.key.startsWith('need_'));
  return isGone ? new SignInRefused('user_disabled', { cause: error }) : error;
}

interface SessionContext {
  settings: Settings;
  origin: Origin;
  next: string | undefined;
  now: Date;
}

/** Throws SignInRefused. */
async function openThrough(tx: Tx, services: SsoServices, { user, isLinked, settings, origin, next, now }: LinkedUser & SessionContext) {
  if (isAdministrator(user)) await markProved(tx, settings, now);
  // The provider may have been disabled or replaced during the sign-in.
  if (!(await lockProvider(tx, settings))) throw new SignInRefused('off');
  if (isLinked) {
    const notifyServices = { publicUrl: services.linksUrl, queueSystemEmail: services.queueSystemEmail };
    await notifyProviderLinked(tx, notifyServices, { user, provider: settings.provider, isKept: await mustUseProvider(tx, user, now) });
  }
  // The provider has checked the second factor (ACC-017).
  return openSession(tx, { user, origin, next, now, way: 'sso' });
}

type StartedSignIn = Awaited<ReturnType<typeof takeStartedSignIn>>;

async function completeSignIn(
  services: SsoServices,
  { settings, browser, next }: StartedSignIn,
  { claims, origin, session }: Pick<Answered, 'session'> & { claims: Claims; origin: Origin },
) {
  const { database, clock, recordSignInFailure } = services;
  const now = clock.now();
  try {
    return await database.asSystem(async (tx) => {
      const signInSubject = await resolveSubject(tx, settings, {
        claims,
        now,
        session: session === undefined ? undefined : hashToken(session),
      });
      if (signInSubject.kind === 'person') return openThrough(tx, services, { ...signInSubject, settings, origin, next, now });
      await sendConfirmation(tx, services, { ...signInSubject, settings, browser, next, now });
      return { kind: 'asked' as const };
    });
  } catch (error) {
    const email = emailOf(claims, settings);
    if (email !== undefined) await recordSignInFailure({ email, address: origin.address });
    throw refusalOf(error);
  }
}

/** SSO-016. `asked`: a confirmation link was emailed. Throws SignInRefused. */
export async function finishSignIn(services: SsoServices, answered: Answered & { origin: Origin }) {
  const begun = await takeStartedSignIn(services, answered);
  const claims = await claimsOf(services, begun, answered);
  return completeSignIn(services, begun, { ...answered, claims });
}

interface Link {
  token: string;
  browser: string | undefined;
}

/** Throws sso_link_over. */
function confirmationKeyOf({ clock }: Pick<SsoServices, 'clock'>, { token, browser }: Link) {
  if (browser === undefined) throw new AppError('sso_link_over');
  return { tokenHash: hashToken(token), browserHash: hashToken(browser), now: clock.now() };
}

export async function findSignIn(services: SsoServices, link: Link): Promise<{ email: string; provider: string }> {
  const place = confirmationKeyOf(services, link);
  return services.database.readAsSystem(async (tx) => {
    const row = await findConfirmation(tx, place);
    const settings = row && (await findSettings(tx, row.company_id));
    if (!settings) throw new AppError('sso_link_over');
    return { email: row.email, provider: settings.provider };
  });
}

/** ADR 33. Throws sso_link_over and SignInRefused. */
export async function confirmSignIn(services: SsoServices, { origin, ...link }: Link & { origin: Origin }) {
  const place = confirmationKeyOf(services, link);
  const { now } = place;
  try {
    return await services.database.asSystem(async (tx) => {
      const row = await takeConfirmation(tx, place);
      if (!row) throw new AppError('sso_link_over');
      const settings = await findSettings(tx, row.company_id);
      const isSame = settings?.is_active && settings.idp_url === row.idp_url && settings.client_id === row.client_id;
      if (!isSame) throw new SignInRefused('off');
      const linkedUser = await resolveConfirmation(tx, row, now);
      return openThrough(tx, services, { ...linkedUser, settings, origin, next: row.next ?? undefined, now });
    });
  } catch (error) {
    throw refusalOf(error);
  }
}
