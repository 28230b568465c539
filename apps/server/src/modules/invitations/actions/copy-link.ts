import { AppError } from '#platform/errors.ts';
import { requireDomain } from '#modules/companies/public.ts';
import type { AddressTries } from '#modules/employees/public.ts';
import { presentInvitation } from '../present.ts';
import { findInvitation, lockInvitation, saveLink } from '../store.ts';
import { type InvitationServices, type Inviter, acceptUrl, lockInviting, newKey } from './send-key.ts';

/**
 * EMP-079. Makes a key that is shown once; the earlier copied one ends. Throws not_found,
 * invitation_accepted, too_many_requests, FieldErrors.
 */
export function copyLink(
  services: InvitationServices & { addressTries: AddressTries },
  { actor }: Inviter,
  id: number,
): Promise<{ url: string; expires_at: string }> {
  const { database, clock, publicUrl, addressTries } = services;
  const key = newKey(clock.now());
  return addressTries.run(actor, (recordRevealed) =>
    database.asSystem(async (tx) => {
      const found = await findInvitation(tx, id);
      if (!found) throw new AppError('not_found');
      const company = await lockInviting(tx, actor, found.company_id);
      const row = await lockInvitation(tx, id);
      if (!row) throw new AppError('not_found');
      if (row.accepted_at) throw new AppError('invitation_accepted');
      if (presentInvitation(row).role === 'hm') requireDomain(company, row.address);
      // The page of the link names an account of another company (accounts/README.md, secrecy).
      if (row.is_address_pending) recordRevealed();
      await saveLink(tx, id, { email: row.address, link_hash: key.hash, expires_at: key.expiresAt });
      return { url: acceptUrl(publicUrl, key.value), expires_at: key.expiresAt.toISOString() };
    }),
  );
}
