import type { Actor } from '@headwater/domain/roles';
import { hourMs } from '@headwater/domain/time/durations';
import type { Tx } from '#platform/database/database.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { AppError } from '#platform/errors.ts';
import { detachCreated } from '#modules/files/public.ts';
import { knownBy } from '../erased-people.ts';
import { findIdentity } from '../store/erased.ts';
import { deleteCreated, lockOwnProfile, isWorkedWith } from '../store/undo-creation.ts';

/**
 * DEC-13: throws profile_not_found or, after an hour or with work on the profile, job_not_undoable.
 * Uploads become unattached, where an erasure of the person finds them.
 */
export async function undoCreation(
  tx: Tx,
  actor: Actor,
  { profileId, signer, now }: { profileId: number; signer: Signer; now: Date },
): Promise<void> {
  const row = await lockOwnProfile(tx, profileId);
  if (!row) throw new AppError('profile_not_found');
  const isLate = now.getTime() - row.created_at.getTime() > hourMs;
  if (row.created_by !== actor.userId || isLate || (await isWorkedWith(tx, profileId))) throw new AppError('job_not_undoable');
  const person = await findIdentity(tx, profileId);
  // Files that were added later are work with the profile.
  if (!(await detachCreated(tx, { profileId, marks: person ? knownBy(signer, person, null) : [] }))) throw new AppError('job_not_undoable');
  await deleteCreated(tx, profileId);
}
