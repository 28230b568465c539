import { sql } from 'kysely';
import type { Actor } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { candidatesForMailing } from '#modules/vacancies/public.ts';
import { announceMailing, type MailingServices } from '../services.ts';
import { endLaunch, findLaunch, firstLaunched, restoreLaunch } from '../store/launches.ts';
import type { MailingRow } from '../store/mailings.ts';
import { requireMailing } from './require-mailing.ts';

/** SEQ-018: of those who are still candidates in vacancies that the person sees; the others are nobody's reason not to launch. */
export async function giveStatus(
  tx: Tx,
  { actor, services }: { actor: Actor; services: Pick<MailingServices, 'changeStatuses'> },
  { ids, status }: { ids: readonly number[]; status: number },
): Promise<void> {
  const own = await candidatesForMailing(tx, actor, { ids, profileIds: [], folderId: null });
  if (own.length > 0) await services.changeStatuses(tx, actor, { ids: own.map(({ id }) => id), status });
}

/**
 * The launch stands, and what waited for that happens: candidates of a mailing that runs get their status. The row of the mailing is held. A
 * status that cannot be given any more is left out; `false` says so.
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
  await sql`savepoint statuses`.execute(tx);
  try {
    await giveStatus(tx, { actor, services }, { ids, status });
  } catch (error) {
    if (!(error instanceof AppError || error instanceof FieldErrors)) throw error;
    await sql`rollback to savepoint statuses`.execute(tx);
    return false;
  }
  await sql`release savepoint statuses`.execute(tx);
  return true;
}

/** Takes a launch back of which nothing has been planned yet. Refused once a worker has settled it, so that exactly one of the two happens. */
export async function undoLaunch(tx: Tx, actor: Actor, { id, clock }: { id: number; clock: Clock }): Promise<MailingRow> {
  const mailing = await requireMailing(tx, actor, { id, right: 'change' });
  const launch = await findLaunch(tx, id);
  const now = clock.now();
  if (!launch || !mailing.undo_until || mailing.undo_until <= now) throw new AppError('launch_not_undoable');
  const restored = await restoreLaunch(tx, launch, now);
  await announceMailing(tx, actor.company.id, [id]);
  return restored;
}
