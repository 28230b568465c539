import type { InvitationView } from '@headwater/contract/invitations';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { requireDomain } from '#modules/companies/public.ts';
import { presentInvitation } from '../present.ts';
import { findInvitation, lockInvitation, renewKey } from '../store.ts';
import { type InvitationServices, type Inviter, lockInviting, newKey, sendKey } from './send-key.ts';

const minIntervalMs = 60_000;

/** EMP-079, EMP-084. Throws not_found, invitation_accepted, too_many_requests, FieldErrors. */
export async function resend(services: InvitationServices, inviter: Inviter, id: number): Promise<InvitationView> {
  const { database, clock, sendsSystemMail } = services;
  const now = clock.now();
  return database.asSystem(async (tx) => {
    const found = await findInvitation(tx, id);
    if (!found) throw new AppError('not_found');
    const company = await lockInviting(tx, inviter.actor, found.company_id);
    const row = await lockInvitation(tx, id);
    if (!row) throw new AppError('not_found');
    if (row.accepted_at) throw new AppError('invitation_accepted');
    if (!sendsSystemMail) throw new FieldErrors({ non_field_errors: 'invitation_without_email' });
    const { role } = presentInvitation(row);
    if (role === 'hm') requireDomain(company, row.address);
    const waitMs = row.sent_at.getTime() + minIntervalMs - now.getTime();
    if (waitMs > 0) throw new AppError('too_many_requests', { seconds: Math.ceil(waitMs / 1000) });
    const key = newKey(now);
    await renewKey(tx, id, { email: row.address, key_hash: key.hash, sent_at: now, expires_at: key.expiresAt });
    await sendKey(tx, services, { inviter, company, key, to: row.address, role, language: row.language ?? inviter.actor.language });
    return presentInvitation({ ...row, sent_at: now, expires_at: key.expiresAt });
  });
}
