import type { Actor } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/database/database.ts';
import { inSavepoint } from '#platform/database/savepoint.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { candidatesForMailing } from '#modules/vacancies/public.ts';
import { announceMailing, type MailingServices } from '../services.ts';
import { endLaunch, findLaunch, firstLaunched, restoreLaunch } from '../store/launches.ts';
import type { MailingRow } from '../store/mailings.ts';
import { requireMailing } from '../mailings/require-mailing.ts';

/** SEQ-018: changes the status of visible candidates and skips the others. */
export async function assignStatus(
  tx: Tx,
  { actor, services }: { actor: Actor; services: Pick<MailingServices, 'changeStatuses'> },
  { ids, status }: { ids: readonly number[]; status: number },
): Promise<void> {
  const own = await candidatesForMailing(tx, actor, { ids, profileIds: [], folderId: null });
  if (own.length > 0) await services.changeStatuses(tx, actor, { ids: own.map(({ id }) => id), status });
}

/**
 * Ends the time to undo and applies the status selected at launch. The caller locks the mailing;
 * false means a rejected status change.
 */
export async function settleLaunch(
  tx: Tx,
  { mailing, actor }: { mailing: MailingRow; actor: Actor | undefined },
  services: Pick<MailingServices, 'changeStatuses'>,
): Promise<boolean> {
  const status = mailing.status === 'sending' && mailing.deleted_at === null ? mailing.after_launch_status_id : null;
  const ids = status === null || !actor ? [] : await firstLaunched(tx, mailing.id);
  await endLaunch(tx, mailing.id);
  if (!actor || status === null || ids.length === 0) return true;
  const failure = await inSavepoint(tx, () => assignStatus(tx, { actor, services }, { ids, status }));
  if (failure && !(failure instanceof AppError || failure instanceof FieldErrors)) throw failure;
  return failure === undefined;
}

export async function undoLaunch(tx: Tx, actor: Actor, { id, clock }: { id: number; clock: Clock }): Promise<MailingRow> {
  const mailing = await requireMailing(tx, actor, { id, right: 'change' });
  const launch = await findLaunch(tx, id);
  const now = clock.now();
  if (!launch || !mailing.undo_until || mailing.undo_until <= now) throw new AppError('launch_not_undoable');
  const restored = await restoreLaunch(tx, launch, now);
  await announceMailing(tx, actor.company.id, [id]);
  return restored;
}
