import type { SocialBackend } from '@headwater/domain/companies/social-sign-in';
import { z } from 'zod';
import type { Claims } from '#modules/sso/public.ts';

/** OpenID Connect Core 2: at most 255 characters. */
const longestSubject = 255;
const address = z.email().max(255);
/** Tenant of personal Microsoft accounts, which verify addresses by a code. */
const personalTenant = '9188040d-6c67-4c5b-b112-36a304b66dad';

export interface ClaimedPerson {
  email: string | undefined;
  isVerified: boolean;
  firstName: string;
  lastName: string;
}

const nameOf = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, 2000).replaceAll(/\p{C}/gu, ' ').replaceAll(/\s+/g, ' ').trim().slice(0, 255) : '';

const isYes = (value: unknown): boolean => [true, 'true', 1, '1'].includes(value as never);

/**
 * Microsoft has no `email_verified`, and admins can set any address. `xms_edov`: the tenant owns
 * the domain.
 */
function isConfirmed(backend: SocialBackend, { all }: Claims): boolean {
  if (all['email_verified'] !== undefined) return isYes(all['email_verified']);
  return backend === 'microsoft' && (isYes(all['xms_edov']) || all['tid'] === personalTenant);
}

export function claimedPersonOf(backend: SocialBackend, claims: Claims): ClaimedPerson {
  const { email, given_name: first, family_name: last, name } = claims.all;
  const [firstName, lastName] = [nameOf(first), nameOf(last)];
  return {
    email: address.safeParse(typeof email === 'string' ? email.trim() : undefined).data,
    isVerified: isConfirmed(backend, claims),
    firstName: firstName || lastName ? firstName : nameOf(name),
    lastName,
  };
}

export const isStorable = ({ issuer, subject }: Claims): boolean =>
  subject.length >= 1 && subject.length <= longestSubject && issuer.length <= 1000 && !/\0/.test(subject + issuer);
