import type { Language } from '@headwater/contract/errors';
import type { Actor } from '@headwater/domain/roles';
import { dayMs } from '@headwater/domain/time/durations';
import type { Clock } from '#platform/clock.ts';
import { makeToken } from '#platform/crypto/tokens.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import type { RateLimit } from '#platform/rate-limit.ts';
import type { QueueSystemEmail } from '#platform/system-mail.ts';
import { findUser } from '#modules/accounts/public.ts';
import { type Company, lockActiveCompany } from '#modules/companies/public.ts';
import { companyInReach } from '#modules/employees/public.ts';
import { type Invited, invitationEmail } from '../email.ts';

const lifetimeMs = 14 * dayMs;
/** Per company, in case an account is compromised. */
const emailsPerHour = 300;

export interface InvitationServices {
  database: Database;
  clock: Clock;
  publicUrl: string;
  queueSystemEmail: QueueSystemEmail;
  sendsSystemMail: boolean;
  /** True for an API token or an SSO link. */
  hasOtherWay(tx: Tx, userId: number): Promise<boolean>;
  emailLimit: RateLimit;
}

export interface Inviter {
  actor: Actor;
  product: string;
}

/** ROLE-020, ROLE-021: locks the company. Throws not_found. */
export async function lockInviting(tx: Tx, actor: Actor, companyId: number | undefined): Promise<Company> {
  const { id } = await companyInReach(tx, actor, companyId);
  const company = await lockActiveCompany(tx, id);
  if (!company) throw new AppError('not_found');
  return company;
}

export function newKey(now: Date) {
  const { value, hash } = makeToken();
  return { value, hash, expiresAt: new Date(now.getTime() + lifetimeMs) };
}

export const acceptUrl = (publicUrl: string, key: string) => `${publicUrl}/invitations/accept-invite/${key}`;

interface KeyEmail {
  company: Company;
  key: ReturnType<typeof newKey>;
  to: string;
  role: Invited['role'];
  language: Language;
}

/** Call in the transaction that stores the hash. Throws too_many_requests. */
export async function sendKey(
  tx: Tx,
  { publicUrl, queueSystemEmail, emailLimit }: InvitationServices,
  { inviter: { actor, product }, company, key, to, role, language }: KeyEmail & { inviter: Inviter },
): Promise<void> {
  emailLimit.take({ [`company ${company.id}`]: emailsPerHour });
  const sender = await findUser(tx, actor.userId);
  await queueSystemEmail(
    tx,
    invitationEmail({
      to,
      url: acceptUrl(publicUrl, key.value),
      inviter: `${sender?.first_name ?? ''} ${sender?.last_name ?? ''}`.trim(),
      company: company.name,
      product,
      role,
      expiresAt: key.expiresAt,
      language,
    }),
  );
}
