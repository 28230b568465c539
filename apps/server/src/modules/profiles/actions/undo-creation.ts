import { type Actor, isAdminType } from '@headwater/domain/roles';
import { hourMs } from '@headwater/domain/time/durations';
import type { Tx } from '#platform/database/database.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { AppError } from '#platform/errors.ts';
import { insertProfileEntry } from '#modules/audit/public.ts';
import { detachAll, detachCreated } from '#modules/files/public.ts';
import { knownBy } from '../erased-people.ts';
import { findIdentity } from '../store/erased.ts';
import { deleteCreated, isUsedByOthers, isWorkedWith, lockOwnProfile } from '../store/undo-creation.ts';

/**
 * DEC-13: throws profile_not_found or, an hour before `now` or with work on the profile, job_not_undoable.
 * Uploads become unattached, where an erasure of the person finds them.
 */
export async function undoCreation(
  tx: Tx,
  actor: Actor,
  { profileId, signer, now }: { profileId: number; signer: Signer; now?: Date },
): Promise<void> {
  const row = await lockOwnProfile(tx, profileId);
  if (!row) throw new AppError('profile_not_found');
  const isLate = now !== undefined && now.getTime() - row.created_at.getTime() > hourMs;
  if (row.created_by !== actor.userId || isLate || (await isWorkedWith(tx, profileId))) throw new AppError('job_not_undoable');
  const person = await findIdentity(tx, profileId);
  // Files that were added later are work with the profile.
  if (!(await detachCreated(tx, { profileId, marks: person ? knownBy(signer, person, null) : [] }))) throw new AppError('job_not_undoable');
  await deleteCreated(tx, profileId);
}

/** The user's own profile; administrators delete all of the company. Throws profile_in_use if anybody but the user and the creator works with it. */
export async function deleteOwnProfile(
  tx: Tx,
  actor: Actor,
  { profileId, signer, now }: { profileId: number; signer: Signer; now: Date },
): Promise<void> {
  const row = await lockOwnProfile(tx, profileId);
  if (!row) throw new AppError('profile_not_found');
  if (row.created_by !== actor.userId && !isAdminType(actor)) throw new AppError('forbidden');
  if (await isUsedByOthers(tx, profileId, [actor.userId, ...(row.created_by === null ? [] : [row.created_by])]))
    throw new AppError('profile_in_use');
  const person = await findIdentity(tx, profileId);
  await detachAll(tx, { profileId, marks: person ? knownBy(signer, person, null) : [] });
  await deleteCreated(tx, profileId);
  await insertProfileEntry(tx, { kind: 'profile_deleted', companyId: actor.company.id, userId: actor.userId, profileId, at: now });
}
