import type { SocialProblem } from '@headwater/domain/companies/social-sign-in';
import { findOwner, findUser, findUserByEmail, type User } from '#modules/accounts/public.ts';
import {
  findSocialIdentity,
  isPending,
  linkSocial,
  listSocialIdentities,
  passFirstStep,
  type SignInResult,
  type SocialPerson,
  touchSocialIdentity,
} from '#modules/accounts/public/sign-in.ts';
import { type Claims, DiscoveryError, openSignIn, SignInRefused } from '#modules/sso/public.ts';
import { hashToken } from '#platform/crypto/tokens.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { isStorable, claimedPersonOf } from '../person.ts';
import { SocialRefused } from '../refused.ts';
import type { Backend, SocialServices } from '../services.ts';
import { savePendingStep, type NewStep } from '../pending-steps.ts';
import { takeSignIn } from '../store.ts';
import { clientOf, stateKind } from './begin.ts';

type Origin = Parameters<typeof passFirstStep>[2]['origin'];

export interface Answered {
  backend: Backend;
  query: URLSearchParams;
  browser: string | undefined;
  session: string | undefined;
  redirectUri: string;
  origin: Origin;
}

export type Finished =
  | { kind: 'entered'; entered: Extract<SignInResult, { kind: 'session' }> }
  | { kind: 'step'; step: NewStep['kind'] }
  | { kind: 'connected' };

/** The state is single-use and belongs to this browser and service. */
async function takeStartedSignIn(services: SocialServices, { backend, query, browser }: Answered) {
  const { database, clock } = services;
  const state = query.get('state') ?? '';
  const row = await database.asSystem((tx) => takeSignIn(tx, hashToken(state)));
  const isOwn = row && browser !== undefined && row.browser_hash.equals(hashToken(browser)) && row.backend === backend.name;
  if (!isOwn) throw new SocialRefused('state');
  // The user is still signed in: show the error in the settings.
  if (row.expires_at <= clock.now()) throw new SocialRefused('state', { connects: row.session_hash !== null });
  const own = openSignIn(services, { kind: stateKind, state, row });
  return { browser, own, state, next: row.next, sessionHash: row.session_hash };
}
type StartedSignIn = Awaited<ReturnType<typeof takeStartedSignIn>>;

const problemOf = ({ problem }: SignInRefused): SocialProblem =>
  problem === 'denied' || problem === 'provider' || problem === 'state' ? problem : 'token';

async function claimsOf(
  services: SocialServices,
  { own, state }: StartedSignIn,
  { backend, query, redirectUri }: Answered,
): Promise<Claims> {
  try {
    const client = clientOf(backend, await services.metadataOf(backend), redirectUri);
    const claims = await services.provider.claims(client, { ...own, state, query, emailClaim: 'email' });
    if (!isStorable(claims)) throw new SocialRefused('token');
    return claims;
  } catch (error) {
    if (error instanceof DiscoveryError) throw new SocialRefused('provider', { cause: error });
    throw error instanceof SignInRefused ? new SocialRefused(problemOf(error), { cause: error }) : error;
  }
}

/** Requires the session that started linking. Throws SocialRefused. */
async function connect(
  services: SocialServices,
  person: SocialPerson,
  { sessionHash, session }: { sessionHash: Buffer; session?: string | undefined },
) {
  const now = services.clock.now();
  if (session === undefined || !sessionHash.equals(hashToken(session))) throw new SocialRefused('state');
  await services.database.asSystem(async (tx) => {
    const owner = await findOwner(tx, sessionHash, now);
    const user = owner && (await findUser(tx, owner.user_id));
    if (!user?.is_active) throw new SocialRefused('state');
    const known = await findSocialIdentity(tx, person);
    if (known && known.user_id !== user.id) throw new SocialRefused('taken');
    if (known) return;
    if (await hasAccountOf(tx, user, person)) throw new SocialRefused('other_person');
    await linkSocial(tx, services, { user, person, now, spared: sessionHash });
  });
}

const hasAccountOf = async (tx: Tx, { id }: User, { backend }: SocialPerson): Promise<boolean> =>
  (await listSocialIdentities(tx, id)).some((one) => one.backend === backend);

function refusalOf(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.key === 'sso_required') return new SocialRefused('sso_required', { cause: error });
  if (error.key === 'signin_code_not_sent') return new SocialRefused('code_not_sent', { cause: error });
  if (error.key === 'signin_code_paused') return new SocialRefused('code_paused', { cause: error });
  const isOff = error.key === 'user_disabled' || error.key.startsWith('need_');
  return isOff ? new SocialRefused('user_disabled', { cause: error }) : error;
}

async function signInLinked(services: SocialServices, person: SocialPerson, { origin, next }: { origin: Origin; next: string | null }) {
  const { database, clock } = services;
  const now = clock.now();
  const passed = await database
    .asSystem(async (tx) => {
      const known = await findSocialIdentity(tx, person);
      const user = known && (await findUser(tx, known.user_id));
      if (!known || !user) return undefined;
      await touchSocialIdentity(tx, known.id, now);
      return { user, result: await passFirstStep(tx, services, { user, origin, next: next ?? undefined, now, way: person.backend }) };
    })
    .catch((error: unknown) => {
      throw refusalOf(error);
    });
  return passed;
}

/** A confirmed address alone does not sign in. Throws SocialRefused. */
async function ownerOf(tx: Tx, person: SocialPerson): Promise<User | undefined> {
  const user = await findUserByEmail(tx, person.email);
  if (!user || (await isPending(tx, user))) return undefined;
  if (!user.is_activated) throw new SocialRefused('invited');
  if (user.password_hash === null) throw new SocialRefused('no_password');
  if (await hasAccountOf(tx, user, person)) throw new SocialRefused('other_person');
  return user;
}

async function connectPerson(
  services: SocialServices,
  begun: StartedSignIn & { sessionHash: Buffer },
  answered: Answered,
): Promise<Finished> {
  try {
    const { person } = personOf(answered.backend, await claimsOf(services, begun, answered));
    await connect(services, person, { sessionHash: begun.sessionHash, session: answered.session });
    return { kind: 'connected' };
  } catch (error) {
    // Concurrent linking in another window or account.
    if (error instanceof AppError && error.key === 'social_taken') throw new SocialRefused('taken', { connects: true, cause: error });
    throw error instanceof SocialRefused ? new SocialRefused(error.problem, { connects: true, cause: error }) : error;
  }
}

function personOf({ name: backend }: Backend, claims: Claims) {
  const newcomer = claimedPersonOf(backend, claims);
  return { newcomer, person: { backend, issuer: claims.issuer, subject: claims.subject, email: newcomer.email ?? '' } };
}

/** ACC-003 to ACC-005. Throws SocialRefused. */
export async function finishSignIn(services: SocialServices, answered: Answered): Promise<Finished> {
  const begun = await takeStartedSignIn(services, answered);
  const { sessionHash } = begun;
  if (sessionHash) return connectPerson(services, { ...begun, sessionHash }, answered);
  const { backend, origin } = answered;
  const answer = personOf(backend, await claimsOf(services, begun, answered));
  try {
    return await enter(services, { ...begun, ...answer }, { backend, origin });
  } catch (error) {
    if (error instanceof SocialRefused) await recordRefusal(services, answer.person, origin);
    throw error;
  }
}

async function recordRefusal({ database, recordSignInFailure }: SocialServices, person: SocialPerson, { address }: Origin): Promise<void> {
  const owner = await database.asSystem(async (tx) => {
    const known = await findSocialIdentity(tx, person);
    return known && findUser(tx, known.user_id);
  });
  const email = owner?.email ?? person.email;
  if (email !== '') await recordSignInFailure({ email, address });
}

type ServiceAnswer = ReturnType<typeof personOf>;

async function enter(
  services: SocialServices,
  { browser, next, person, newcomer }: StartedSignIn & ServiceAnswer,
  { backend, origin }: Pick<Answered, 'backend' | 'origin'>,
): Promise<Finished> {
  const { firstName, lastName } = newcomer;
  const base = { browser, backend, next, about: { person, email: person.email, firstName, lastName } };
  const known = await signInLinked(services, person, { origin, next });
  if (known?.result.kind === 'session') return { kind: 'entered', entered: known.result };
  if (known?.result.kind === 'confirmation') {
    const { token, app, email: isEmailed } = known.result;
    const about = { ...base.about, email: known.user.email, confirmation: { token, app, email: isEmailed } };
    await savePendingStep(services, { ...base, kind: 'code', about });
    return { kind: 'step', step: 'code' };
  }
  if (newcomer.email === undefined) throw new SocialRefused('email_missing');
  if (!newcomer.isVerified) throw new SocialRefused('email_unverified');
  const owner = await services.database.asSystem(async (tx) => {
    const found = await ownerOf(tx, person);
    // The user must join the company instead.
    if (!found && (await services.mustJoinCompany(tx, person.email, services.clock.now()))) throw new SocialRefused('sso_required');
    return found;
  });
  const step = owner ? 'password' : 'newcomer';
  await savePendingStep(services, { ...base, kind: step, about: { ...base.about, ...(owner ? { userId: owner.id } : {}) } });
  return { kind: 'step', step };
}
