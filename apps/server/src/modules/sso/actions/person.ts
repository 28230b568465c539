import { domainOf } from '@headwater/domain/companies/sso';
import { isAccountManager } from '@headwater/domain/companies/people';
import {
  addUser,
  changeUser,
  deletePendingRegistration,
  isAddressReserved,
  isAddressTaken,
} from '#modules/accounts/public/manage-users.ts';
import { findUser, findUserByEmail, findUserOfCompany, type User } from '#modules/accounts/public.ts';
import { hasSignedInSince, hasOwnSignIn } from '#modules/accounts/public/sign-in.ts';
import { type Company, lockActiveCompany } from '#modules/companies/public.ts';
import { checkSeats } from '#modules/employees/public.ts';
import { closeInvitation } from '#modules/invitations/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { inSavepoint } from '#platform/database/savepoint.ts';
import { FieldErrors } from '#platform/errors.ts';
import { emailIn, isNo, isYes, maxSubjectLength, textIn } from '../claim-values.ts';
import { type Claims, SignInRefused } from '../identity-provider-port.ts';
import { isAdministrator } from '../required.ts';
import { signInSeconds } from '../started-sign-in.ts';
import type { Confirmation } from '../store/confirmations.ts';
import { isVerified } from '../store/domains.ts';
import { findIdentity, insertIdentity, isLinked, markIdentityProved } from '../store/sign-ins.ts';
import type { Settings } from '../store/settings.ts';
import type { IdentityProof } from '../tables.ts';

const claimOf = ({ all }: Claims, name: string): unknown => (Object.hasOwn(all, name) ? all[name] : undefined);

export const emailOf = (claims: Claims, { claim_email: claim }: Pick<Settings, 'claim_email'>): string | undefined =>
  emailIn(claimOf(claims, claim));

/** Covers the `email` claim only. Entra ID sends `xms_edov` if configured. */
const isEmailVerified = ({ all }: Claims, email: string): boolean =>
  (isYes(all['email_verified']) || isYes(all['xms_edov'])) &&
  typeof all['email'] === 'string' &&
  all['email'].trim().toLowerCase() === email.toLowerCase();

async function namedEmail(tx: Tx, settings: Settings, { claims, now }: { claims: Claims; now: Date }): Promise<string> {
  const email = emailOf(claims, settings);
  if (email === undefined) throw new SignInRefused('email_missing');
  const { email_verified: verified, xms_edov: edov } = claims.all;
  if (isNo(verified) || (isNo(edov) && !isYes(verified))) throw new SignInRefused('email_unverified');
  if (!(await isVerified(tx, settings.company_id, { domain: domainOf(email), now }))) throw new SignInRefused('email_domain');
  return email;
}

interface Names {
  first_name: string;
  last_name: string;
}

function namesOf(settings: Settings, claims: Claims, email: string): Names {
  const names = {
    first_name: textIn(claimOf(claims, settings.claim_first_name)),
    last_name: textIn(claimOf(claims, settings.claim_last_name)),
  };
  return names.first_name || names.last_name ? names : { ...names, first_name: email.slice(0, email.lastIndexOf('@')).slice(0, 255) };
}

export interface Subject {
  issuer: string;
  subject: string;
  names: Names;
}

export interface LinkedUser {
  user: User;
  isLinked: boolean;
}

interface Linking extends Subject {
  proof: IdentityProof | undefined;
  now: Date;
}

/** accounts/README.md, reclaimed addresses. Throws SignInRefused. */
async function requireMayOpen(tx: Tx, user: User): Promise<void> {
  if (!user.is_activated && (await isAddressReserved(tx, user.email, user.id))) throw new SignInRefused('other_company');
}

/** Throws SignInRefused if another account has or may reclaim the address. */
async function withAddress(tx: Tx, write: () => Promise<User>): Promise<User> {
  let user: User | undefined;
  const failure = await inSavepoint(tx, async () => {
    user = await write();
  });
  if (user) return user;
  throw isAddressTaken(failure) ? new SignInRefused('other_company') : failure;
}

/** Throws SignInRefused. */
async function link(tx: Tx, user: User, { issuer, subject, names, proof, now }: Linking): Promise<LinkedUser> {
  if (await isLinked(tx, user.id, issuer)) throw new SignInRefused('other_person');
  await requireMayOpen(tx, user);
  const proved = { proof: proof ?? null, proved_at: proof ? now : null };
  await insertIdentity(tx, { company_id: user.company_id, issuer, subject, user_id: user.id, linked_at: now, ...proved });
  if (user.is_activated && user.is_verified) return { user, isLinked: true };
  await closeInvitation(tx, user.id, now);
  const known = user.first_name || user.last_name ? {} : names;
  const opened = { ...known, is_activated: true, is_verified: true, is_address_pending: false };
  return { user: await withAddress(tx, () => changeUser(tx, user, opened)), isLinked: true };
}

/** ADR 33: at some providers users can set any address. */
const needsProof = async (tx: Tx, user: User): Promise<boolean> => isAdministrator(user) || hasOwnSignIn(tx, user);

async function newEmployee(tx: Tx, company: Company, person: Names & { email: string; date_joined: Date }): Promise<User> {
  const rights = { role: 'worker', can_search: true } as const;
  try {
    await checkSeats(tx, { before: undefined, after: { ...rights, is_active: true }, company });
  } catch (error) {
    throw error instanceof FieldErrors ? new SignInRefused('no_seat', { cause: error }) : error;
  }
  return withAddress(tx, () => addUser(tx, { ...person, ...rights, company_id: company.id, data_enrichment_enabled: true }));
}

/** Administrators control the provider, so it must not sign in staff. */
function requireOwn(user: User): User {
  if (isAccountManager({ role: user.role }) || user.role === 'service_admin') throw new SignInRefused('staff');
  if (!user.is_active) throw new SignInRefused('user_disabled');
  return user;
}

export type SignInSubject = (LinkedUser & { kind: 'person' }) | { kind: 'unproved'; user: User; subject: Subject };

interface SignInClaims {
  claims: Claims;
  now: Date;
  session: Buffer | undefined;
}

const hasRecentlySignedIn = async (
  tx: Tx,
  { id: userId }: User,
  { session, now }: Pick<SignInClaims, 'session' | 'now'>,
): Promise<boolean> =>
  session !== undefined && hasSignedInSince(tx, session, { userId, since: new Date(now.getTime() - signInSeconds * 1000), now });

type IdentityKey = Parameters<typeof findIdentity>[1];

async function knownPerson(tx: Tx, key: IdentityKey) {
  const identity = await findIdentity(tx, key);
  const known = identity && (await findUser(tx, identity.user_id));
  return known && { user: requireOwn(known), isProved: identity.proved_at !== null };
}

async function proofOfKnown(
  tx: Tx,
  user: User,
  { settings, ...signInClaims }: SignInClaims & { settings: Settings },
): Promise<IdentityProof | undefined> {
  const { claims, now } = signInClaims;
  const email = emailOf(claims, settings);
  const isTheirs =
    email?.toLowerCase() === user.email.toLowerCase() && (await isVerified(tx, user.company_id, { domain: domainOf(user.email), now }));
  if (isTheirs && isEmailVerified(claims, user.email)) return 'provider';
  return (await hasRecentlySignedIn(tx, user, signInClaims)) ? 'sign_in' : undefined;
}

async function findKnownSubject(tx: Tx, settings: Settings, signInClaims: SignInClaims): Promise<SignInSubject | undefined> {
  const { claims, now } = signInClaims;
  const { issuer, subject } = claims;
  const key = { companyId: settings.company_id, issuer, subject };
  const known = await knownPerson(tx, key);
  if (!known) return undefined;
  const { user } = known;
  const proof = known.isProved ? undefined : await proofOfKnown(tx, user, { ...signInClaims, settings });
  if (proof) await markIdentityProved(tx, { ...key, proof, now });
  const isEnough = known.isProved || proof !== undefined || !isAdministrator(user);
  if (isEnough) return { kind: 'person', user, isLinked: false };
  return { kind: 'unproved', user, subject: { issuer, subject, names: namesOf(settings, claims, user.email) } };
}

/**
 * Identifies users by issuer and subject; the address only links new ones. Throws SignInRefused.
 */
export async function resolveSubject(tx: Tx, settings: Settings, signInClaims: SignInClaims): Promise<SignInSubject> {
  const { company_id: companyId } = settings;
  const { claims, now } = signInClaims;
  const { issuer, subject } = claims;
  if (subject.length > maxSubjectLength || /\0/.test(subject)) throw new SignInRefused('provider');
  const company = await lockActiveCompany(tx, companyId);
  if (!company) throw new SignInRefused('user_disabled');
  const known = await findKnownSubject(tx, settings, signInClaims);
  if (known) return known;
  const email = await namedEmail(tx, settings, { claims, now });
  const names = namesOf(settings, claims, email);
  await deletePendingRegistration(tx, email);
  // The other account may have released the address of an invited user.
  const found = (await findUserByEmail(tx, email)) ?? (await findUserOfCompany(tx, companyId, email));
  if (found && found.company_id !== companyId) throw new SignInRefused('other_company');
  const signInSubject = { issuer, subject, names };
  let proof: IdentityProof | undefined = isEmailVerified(claims, email) ? 'provider' : undefined;
  if (found) {
    requireOwn(found);
    if (await isLinked(tx, found.id, issuer)) throw new SignInRefused('other_person');
    if (!proof && (await hasRecentlySignedIn(tx, found, signInClaims))) proof = 'sign_in';
    if (!proof && (await needsProof(tx, found))) {
      await requireMayOpen(tx, found);
      return { kind: 'unproved', user: found, subject: signInSubject };
    }
  }
  const user = found ?? (await newEmployee(tx, company, { ...names, email, date_joined: now }));
  return { kind: 'person', ...(await link(tx, user, { ...signInSubject, proof, now })) };
}

/** Throws SignInRefused. */
export async function resolveConfirmation(tx: Tx, row: Confirmation, now: Date): Promise<LinkedUser> {
  const { company_id: companyId, issuer, subject, email, first_name, last_name } = row;
  if (!(await lockActiveCompany(tx, companyId))) throw new SignInRefused('user_disabled');
  const key = { companyId, issuer, subject };
  const known = await knownPerson(tx, key);
  const user = known?.user ?? (await findUser(tx, row.user_id));
  const isSame = user?.id === row.user_id && user.company_id === companyId && user.email.toLowerCase() === email.toLowerCase();
  if (!isSame) throw new SignInRefused('state');
  if (known) {
    if (!known.isProved) await markIdentityProved(tx, { ...key, proof: 'link', now });
    return { user: known.user, isLinked: false };
  }
  if (!(await isVerified(tx, companyId, { domain: domainOf(email), now }))) throw new SignInRefused('email_domain');
  return link(tx, requireOwn(user), { issuer, subject, names: { first_name, last_name }, proof: 'link', now });
}
