import { domainOf } from '@headwater/domain/companies/sso';
import { isAccountManager } from '@headwater/domain/companies/people';
import { z } from 'zod';
import {
  addUser,
  changeUser,
  findUser,
  findUserByEmail,
  findUserOfCompany,
  deletePendingRegistration,
  hasSignedInSince,
  hasOwnSignIn,
  isAddressReserved,
  isAddressTaken,
  type User,
} from '#modules/accounts/public.ts';
import { type Company, holdCompany } from '#modules/companies/public.ts';
import { checkSeats } from '#modules/employees/public.ts';
import { closeInvitation } from '#modules/invitations/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { inSavepoint } from '#platform/database/savepoint.ts';
import { FieldErrors } from '#platform/errors.ts';
import { type Claims, SignInRefused } from '../identity-provider-port.ts';
import { isAdministrator } from '../required.ts';
import { signInSeconds } from '../started-sign-in.ts';
import type { Confirmation } from '../store/confirmations.ts';
import { isVerified } from '../store/domains.ts';
import { findIdentity, insertIdentity, isLinked, markIdentityProved } from '../store/sign-ins.ts';
import type { Settings } from '../store/settings.ts';
import type { IdentityProof } from '../tables.ts';

/** OpenID Connect Core 2: at most 255 characters. */
const longestSubject = 255;

const address = z.email().max(255);

/** As the provider says it; undefined where it says none. */
export function emailOf({ all }: Claims, { claim_email: claim }: Pick<Settings, 'claim_email'>): string | undefined {
  const value = Object.hasOwn(all, claim) ? all[claim] : undefined;
  return address.safeParse(typeof value === 'string' ? value.trim() : undefined).data;
}

/** A name as it may be shown: one line, without signs that are not seen. */
function nameOf({ all }: Claims, claim: string): string {
  const value = Object.hasOwn(all, claim) ? all[claim] : undefined;
  if (typeof value !== 'string') return '';
  return value.slice(0, 2000).replaceAll(/\p{C}/gu, ' ').replaceAll(/\s+/g, ' ').trim().slice(0, 255);
}

const isYes = (value: unknown): boolean => [true, 'true', 1, '1'].includes(value as never);
const isNo = (value: unknown): boolean => [false, 'false', 0, '0'].includes(value as never);

/**
 * Whether the provider answers for it that the address is the person's: what it says of that counts for `email`, and for no other claim. Entra ID has
 * `xms_edov` for it, where the company has asked for that claim.
 */
const answersFor = ({ all }: Claims, email: string): boolean =>
  (isYes(all['email_verified']) || isYes(all['xms_edov'])) &&
  typeof all['email'] === 'string' &&
  all['email'].trim().toLowerCase() === email.toLowerCase();

/** An address of a domain of the company, that the provider does not deny. Throws SignInRefused. */
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
  const names = { first_name: nameOf(claims, settings.claim_first_name), last_name: nameOf(claims, settings.claim_last_name) };
  return names.first_name || names.last_name ? names : { ...names, first_name: email.slice(0, email.lastIndexOf('@')).slice(0, 255) };
}

/** Somebody at the provider, with the names that it says. */
export interface Subject {
  issuer: string;
  subject: string;
  names: Names;
}

/** Whom the provider lets in; `isLinked`: it does so from now on. */
export interface Entrant {
  user: User;
  isLinked: boolean;
}

interface Linking extends Subject {
  /** What has shown that the account is theirs; undefined where it is nobody's yet, and nothing has. */
  proof: IdentityProof | undefined;
  now: Date;
}

/** ADR 72: an account that nobody has opened yet is not opened with an address that another one may get back. Throws SignInRefused. */
async function requireMayOpen(tx: Tx, user: User): Promise<void> {
  if (!user.is_activated && (await isAddressReserved(tx, user.email, user.id))) throw new SignInRefused('other_company');
}

/** Throws SignInRefused where another account has the address of the written one, or may get it back. */
async function withAddress(tx: Tx, write: () => Promise<User>): Promise<User> {
  let user: User | undefined;
  const failure = await inSavepoint(tx, async () => {
    user = await write();
  });
  if (user) return user;
  throw isAddressTaken(failure) ? new SignInRefused('other_company') : failure;
}

/** From here on they are that user; whoever was invited has opened the account with this, and has its address. Throws SignInRefused. */
async function link(tx: Tx, user: User, { issuer, subject, names, proof, now }: Linking): Promise<Entrant> {
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

/**
 * ADR 70: an address that the provider does not answer for may be what somebody has written into their own account there. It leads to an account that is
 * nobody's yet, or that the provider alone opens; not to one that its person has made their own, nor to an administrator's.
 */
const needsProof = async (tx: Tx, user: User): Promise<boolean> => isAdministrator(user) || hasOwnSignIn(tx, user);

/** A recruiter who searches, where the company has a seat for one. Throws SignInRefused. */
async function newEmployee(tx: Tx, company: Company, person: Names & { email: string; date_joined: Date }): Promise<User> {
  const rights = { role: 'worker', can_search: true } as const;
  try {
    await checkSeats(tx, { before: undefined, after: { ...rights, is_active: true }, company });
  } catch (error) {
    throw error instanceof FieldErrors ? new SignInRefused('no_seat', { cause: error }) : error;
  }
  return withAddress(tx, () => addUser(tx, { ...person, ...rights, company_id: company.id, data_enrichment_enabled: true }));
}

/** Staff may do more than the administrators of their company, who say which provider speaks for it. */
function requireOwn(user: User): User {
  if (isAccountManager({ role: user.role }) || user.role === 'service_admin') throw new SignInRefused('staff');
  if (!user.is_active) throw new SignInRefused('user_disabled');
  return user;
}

/** Who comes from the provider: somebody whom the company knows or lets in, or a subject who names the address of another's account without proof. */
export type Comer = (Entrant & { kind: 'person' }) | { kind: 'unproved'; user: User; subject: Subject };

interface Coming {
  claims: Claims;
  now: Date;
  /** The hash that the session of this browser is kept by. */
  session: Buffer | undefined;
}

/** Whether the person of that account has just come in with it themselves, in this browser. */
const hasShown = async (tx: Tx, { id: userId }: User, { session, now }: Pick<Coming, 'session' | 'now'>): Promise<boolean> =>
  session !== undefined && hasSignedInSince(tx, session, { userId, since: new Date(now.getTime() - signInSeconds * 1000), now });

type IdentityKey = Parameters<typeof findIdentity>[1];

/** Whom the company knows by issuer and subject; `isProved`: whether it was ever shown that the account is theirs. Throws SignInRefused. */
async function knownPerson(tx: Tx, key: IdentityKey) {
  const identity = await findIdentity(tx, key);
  const known = identity && (await findUser(tx, identity.user_id));
  return known && { user: requireOwn(known), isProved: identity.proved_at !== null };
}

/** What shows that the account of whom the company knows is theirs: what the provider says counts for the address that the account has. */
async function proofOfKnown(
  tx: Tx,
  user: User,
  { settings, ...coming }: Coming & { settings: Settings },
): Promise<IdentityProof | undefined> {
  const { claims, now } = coming;
  const email = emailOf(claims, settings);
  const isTheirs =
    email?.toLowerCase() === user.email.toLowerCase() && (await isVerified(tx, user.company_id, { domain: domainOf(user.email), now }));
  if (isTheirs && answersFor(claims, user.email)) return 'provider';
  return (await hasShown(tx, user, coming)) ? 'sign_in' : undefined;
}

/**
 * Whom the company knows. An administrator whose account was linked while it was of little weight, by an address that nobody answers for, shows first that
 * it is theirs. Throws SignInRefused.
 */
async function knownComer(tx: Tx, settings: Settings, coming: Coming): Promise<Comer | undefined> {
  const { claims, now } = coming;
  const { issuer, subject } = claims;
  const key = { companyId: settings.company_id, issuer, subject };
  const known = await knownPerson(tx, key);
  if (!known) return undefined;
  const { user } = known;
  const proof = known.isProved ? undefined : await proofOfKnown(tx, user, { ...coming, settings });
  if (proof) await markIdentityProved(tx, { ...key, proof, now });
  const isEnough = known.isProved || proof !== undefined || !isAdministrator(user);
  if (isEnough) return { kind: 'person', user, isLinked: false };
  return { kind: 'unproved', user, subject: { issuer, subject, names: namesOf(settings, claims, user.email) } };
}

/**
 * Who it is in the company: by issuer and subject. Somebody new is known by an address of the company's domains once, and is issuer and subject
 * from then on. Throws SignInRefused.
 */
export async function personOf(tx: Tx, settings: Settings, coming: Coming): Promise<Comer> {
  const { company_id: companyId } = settings;
  const { claims, now } = coming;
  const { issuer, subject } = claims;
  if (subject.length > longestSubject || /\0/.test(subject)) throw new SignInRefused('provider');
  const company = await holdCompany(tx, companyId);
  if (!company) throw new SignInRefused('user_disabled');
  const known = await knownComer(tx, settings, coming);
  if (known) return known;
  const email = await namedEmail(tx, settings, { claims, now });
  const names = namesOf(settings, claims, email);
  await deletePendingRegistration(tx, email);
  // Nobody may have the address any more for whose sake somebody who was invited here was left without it.
  const found = (await findUserByEmail(tx, email)) ?? (await findUserOfCompany(tx, companyId, email));
  if (found && found.company_id !== companyId) throw new SignInRefused('other_company');
  const comer = { issuer, subject, names };
  let proof: IdentityProof | undefined = answersFor(claims, email) ? 'provider' : undefined;
  if (found) {
    requireOwn(found);
    if (await isLinked(tx, found.id, issuer)) throw new SignInRefused('other_person');
    if (!proof && (await hasShown(tx, found, coming))) proof = 'sign_in';
    if (!proof && (await needsProof(tx, found))) {
      await requireMayOpen(tx, found);
      return { kind: 'unproved', user: found, subject: comer };
    }
  }
  const user = found ?? (await newEmployee(tx, company, { ...names, email, date_joined: now }));
  return { kind: 'person', ...(await link(tx, user, { ...comer, proof, now })) };
}

/** Whoever has opened the link that was sent to the address of the account is its person, as long as both are what they were. Throws SignInRefused. */
export async function confirmedPerson(tx: Tx, row: Confirmation, now: Date): Promise<Entrant> {
  const { company_id: companyId, issuer, subject, email, first_name, last_name } = row;
  if (!(await holdCompany(tx, companyId))) throw new SignInRefused('user_disabled');
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
