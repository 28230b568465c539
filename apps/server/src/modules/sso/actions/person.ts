import { domainOf } from '@headwater/domain/companies/sso';
import { isAccountManager } from '@headwater/domain/companies/people';
import { z } from 'zod';
import { addUser, changeUser, findUser, findUserByEmail, forgetRegistration, isAddressTaken, type User } from '#modules/accounts/public.ts';
import { type Company, holdCompany } from '#modules/companies/public.ts';
import { checkSeats } from '#modules/employees/public.ts';
import { closeInvitation } from '#modules/invitations/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { inSavepoint } from '#platform/database/savepoint.ts';
import { FieldErrors } from '#platform/errors.ts';
import { type Claims, SignInRefused } from '../identity-provider-port.ts';
import { isVerified } from '../store/domains.ts';
import { findIdentity, insertIdentity, isLinked } from '../store/sign-ins.ts';
import type { Settings } from '../store/settings.ts';

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

/** An address that says of itself whose it is: of a domain of the company, and not denied by the provider. Throws SignInRefused. */
async function provenEmail(tx: Tx, settings: Settings, { claims, now }: { claims: Claims; now: Date }): Promise<string> {
  const email = emailOf(claims, settings);
  if (email === undefined) throw new SignInRefused('email_missing');
  const { email_verified: verified } = claims.all;
  if (verified === false || verified === 'false') throw new SignInRefused('email_unverified');
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

/** The account with that address in the company; whoever was invited has opened it with this. Throws SignInRefused. */
async function linked(tx: Tx, user: User, { names, issuer, now }: { names: Names; issuer: string; now: Date }): Promise<User> {
  if (await isLinked(tx, user.id, issuer)) throw new SignInRefused('other_person');
  if (user.is_activated && user.is_verified) return user;
  await closeInvitation(tx, user.id, now);
  const known = user.first_name || user.last_name ? {} : names;
  return changeUser(tx, user, { ...known, is_activated: true, is_verified: true });
}

/** A recruiter who searches, where the company has a seat for one. Throws SignInRefused. */
async function newEmployee(tx: Tx, company: Company, person: Names & { email: string; date_joined: Date }): Promise<User> {
  const rights = { role: 'worker', can_search: true } as const;
  try {
    await checkSeats(tx, { before: undefined, after: { ...rights, is_active: true }, company });
  } catch (error) {
    throw error instanceof FieldErrors ? new SignInRefused('no_seat', { cause: error }) : error;
  }
  let user: User | undefined;
  const failure = await inSavepoint(tx, async () => {
    user = await addUser(tx, { ...person, ...rights, company_id: company.id, data_enrichment_enabled: true });
  });
  if (user) return user;
  throw isAddressTaken(failure) ? new SignInRefused('other_company') : failure;
}

/** Staff may do more than the administrators of their company, who say which provider speaks for it. */
function requireOwn(user: User): User {
  if (isAccountManager(user) || user.role === 'service_admin') throw new SignInRefused('staff');
  if (!user.is_active) throw new SignInRefused('user_disabled');
  return user;
}

/**
 * Who it is in the company: by issuer and subject. Somebody new is known by an address of the company's domains once, and is issuer and subject
 * from then on. Throws SignInRefused.
 */
export async function personOf(tx: Tx, settings: Settings, { claims, now }: { claims: Claims; now: Date }): Promise<User> {
  const { company_id: companyId } = settings;
  const { issuer, subject } = claims;
  if (subject.length > longestSubject || /\0/.test(subject)) throw new SignInRefused('provider');
  const company = await holdCompany(tx, companyId);
  if (!company) throw new SignInRefused('user_disabled');
  const identity = await findIdentity(tx, { companyId, issuer, subject });
  const known = identity && (await findUser(tx, identity.user_id));
  if (known) return requireOwn(known);
  const email = await provenEmail(tx, settings, { claims, now });
  const names = namesOf(settings, claims, email);
  await forgetRegistration(tx, email);
  const found = await findUserByEmail(tx, email);
  if (found && found.company_id !== companyId) throw new SignInRefused('other_company');
  const user = found
    ? await linked(tx, requireOwn(found), { names, issuer, now })
    : await newEmployee(tx, company, { ...names, email, date_joined: now });
  await insertIdentity(tx, { company_id: companyId, issuer, subject, user_id: user.id, linked_at: now });
  return user;
}
