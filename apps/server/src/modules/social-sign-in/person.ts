import type { SocialBackend } from '@headwater/domain/companies/social-sign-in';
import { type Claims, emailIn, isYes, maxSubjectLength, textIn } from '#modules/sso/public.ts';

/** Tenant of personal Microsoft accounts, which verify addresses by a code. */
const personalTenant = '9188040d-6c67-4c5b-b112-36a304b66dad';

export interface ClaimedPerson {
  email: string | undefined;
  isVerified: boolean;
  firstName: string;
  lastName: string;
}

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
  const [firstName, lastName] = [textIn(first), textIn(last)];
  return {
    email: emailIn(email),
    isVerified: isConfirmed(backend, claims),
    firstName: firstName || lastName ? firstName : textIn(name),
    lastName,
  };
}

export const isStorable = ({ issuer, subject }: Claims): boolean =>
  subject.length >= 1 && subject.length <= maxSubjectLength && issuer.length <= 1000 && !/\0/.test(subject + issuer);
