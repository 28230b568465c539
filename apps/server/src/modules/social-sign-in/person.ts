import type { SocialBackend } from '@headwater/domain/companies/social-sign-in';
import { z } from 'zod';
import type { Claims } from '#modules/sso/public.ts';

/** OpenID Connect Core 2: at most 255 characters. */
const longestSubject = 255;
const address = z.email().max(255);
/** The organisation of all personal accounts of Microsoft, which asks for a code before it takes an address. */
const personalTenant = '9188040d-6c67-4c5b-b112-36a304b66dad';

/** What a service says of somebody who is not known here yet. */
export interface Newcomer {
  email: string | undefined;
  /** The service answers for it that the address is theirs. */
  isVerified: boolean;
  firstName: string;
  lastName: string;
}

/** A name as it may be shown: one line, without signs that are not seen. */
const nameOf = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, 2000).replaceAll(/\p{C}/gu, ' ').replaceAll(/\s+/g, ' ').trim().slice(0, 255) : '';

const isYes = (value: unknown): boolean => [true, 'true', 1, '1'].includes(value as never);

/**
 * Microsoft says nothing of `email_verified`, and an administrator of any organisation may write any address into an account: the claim
 * `xms_edov` says that the organisation has shown the domain to be its own.
 */
function isConfirmed(backend: SocialBackend, { all }: Claims): boolean {
  if (all['email_verified'] !== undefined) return isYes(all['email_verified']);
  return backend === 'microsoft' && (isYes(all['xms_edov']) || all['tid'] === personalTenant);
}

export function newcomerOf(backend: SocialBackend, claims: Claims): Newcomer {
  const { email, given_name: first, family_name: last, name } = claims.all;
  const [firstName, lastName] = [nameOf(first), nameOf(last)];
  return {
    email: address.safeParse(typeof email === 'string' ? email.trim() : undefined).data,
    isVerified: isConfirmed(backend, claims),
    firstName: firstName || lastName ? firstName : nameOf(name),
    lastName,
  };
}

/** Whether the subject can be kept. */
export const isSound = ({ issuer, subject }: Claims): boolean =>
  subject.length >= 1 && subject.length <= longestSubject && issuer.length <= 1000 && !/\0/.test(subject + issuer);
