import type { Actor } from '@headwater/domain/roles';
import { hourMs } from '@headwater/domain/time/durations';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { detachCreated } from '#modules/files/public.ts';
import { deleteCreated, holdOwnProfile, isWorkedWith } from '../store/undo-creation.ts';

/**
 * DEC-13: whoever created a profile takes it back within an hour, while nobody works with it. Throws profile_not_found, or job_not_undoable where it is
 * too late. What was uploaded for it hangs on nothing again.
 */
export async function undoCreation(tx: Tx, actor: Actor, { profileId, now }: { profileId: number; now: Date }): Promise<void> {
  const row = await holdOwnProfile(tx, profileId);
  if (!row) throw new AppError('profile_not_found');
  const isLate = now.getTime() - row.created_at.getTime() > hourMs;
  if (row.created_by !== actor.userId || isLate || (await isWorkedWith(tx, profileId))) throw new AppError('job_not_undoable');
  // Files that came after it are somebody's work.
  if (!(await detachCreated(tx, profileId))) throw new AppError('job_not_undoable');
  await deleteCreated(tx, profileId);
}
