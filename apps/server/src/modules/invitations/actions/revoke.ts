import { AppError } from '#platform/errors.ts';
import { deactivateUser } from '#modules/accounts/public/manage-users.ts';
import { findUser } from '#modules/accounts/public.ts';
import { findInvitation, lockInvitation } from '../store.ts';
import { type InvitationServices, type Inviter, lockInviting } from './send-key.ts';

/**
 * EMP-037. The account is deleted as any other, so that activating it restores the invitation.
 * Throws not_found and invitation_accepted.
 */
export function revoke({ database, clock }: InvitationServices, { actor }: Inviter, id: number): Promise<void> {
  return database.asSystem(async (tx) => {
    const found = await findInvitation(tx, id);
    if (!found) throw new AppError('not_found');
    await lockInviting(tx, actor, found.company_id);
    const row = await lockInvitation(tx, id);
    const user = row && (await findUser(tx, row.user_id));
    if (!user) throw new AppError('not_found');
    if (row.accepted_at) throw new AppError('invitation_accepted');
    await deactivateUser(tx, user, { deleted_at: clock.now() });
  });
}
