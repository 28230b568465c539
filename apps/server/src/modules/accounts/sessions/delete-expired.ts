import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { definePeriodic, type TaskHandler } from '#platform/queue/queue.ts';
import { deleteEmptyExtensions } from '#modules/companies/public.ts';
import { activationLifetime } from '../users/register.ts';
import { deleteExpired } from '../store/sessions.ts';
import { deletePending } from '../store/users.ts';

export async function deleteUnactivated(tx: Tx, now: Date): Promise<void> {
  const companyIds = await deletePending(tx, new Date(now.getTime() - activationLifetime), now);
  await deleteEmptyExtensions(tx, companyIds);
}

export const deleteExpiredHandler = ({ database, clock }: { database: Database; clock: Clock }): TaskHandler =>
  definePeriodic('delete_expired_sessions', '7 * * * *', () =>
    database.asSystem(async (tx) => {
      await deleteExpired(tx, clock.now());
      await deleteUnactivated(tx, clock.now());
    }),
  );
