import { AppError } from '#platform/errors.ts';
import { requireDomain } from '#modules/companies/public.ts';
import type { AddressTries } from '#modules/employees/public.ts';
import { presentInvitation } from '../present.ts';
import { findInvitation, lockInvitation, saveLink } from '../store.ts';
import { type InvitationServices, type Inviter, acceptUrl, lockInviting, newKey } from './send-key.ts';

/**
 * EMP-079. Makes a key that is shown once; the earlier copied one ends. Throws not_found,
 * invitation_accepted, invitation_email_only, too_many_requests, FieldErrors.
 */
export function copyLink(
  services: InvitationServices & { addressTries: AddressTries },
  { actor }: Inviter,
  id: number,
): Promise<{ url: string; expires_at: string }> {
  const { database, clock, publicUrl, addressTries } = services;
  const now = clock.now();
  const key = newKey(now);
  return addressTries.run(actor, (recordRevealed) =>
    database.asSystem(async (tx) => {
      const found = await findInvitation(tx, id);
      if (!found) throw new AppError('not_found');
      const company = await lockInviting(tx, actor, found.company_id);
      const row = await lockInvitation(tx, id);
      if (!row) throw new AppError('not_found');
      if (row.accepted_at) throw new AppError('invitation_accepted');
      if (presentInvitation(row).role === 'hm') requireDomain(company, row.address);
      // A link does not prove that its reader owns the mailbox, so it takes no address from an
      // invitation or account of another company. The answer reveals that one exists.
      if (row.is_address_pending) {
        recordRevealed();
        throw new AppError('invitation_email_only');
      }
      const { hash: deadHash } = newKey(now);
      await saveLink(tx, id, { email: row.address, hash: key.hash, deadHash, now, expiresAt: key.expiresAt });
      return { url: acceptUrl(publicUrl, key.value), expires_at: key.expiresAt.toISOString() };
    }),
  );
}
