import { mayAccess } from '@headwater/domain/access';
import { type Actor, isStaff } from '@headwater/domain/roles';
import { AppError } from '#platform/errors.ts';
import type { Database } from '#platform/database/database.ts';
import { isSingleCompany } from '#modules/companies/public.ts';
import type { SendingLock } from './sending-lock.ts';

/** Resumes sending for all companies: staff, or an admin of the only company. */
export async function mayResumeSending(database: Database, actor: Actor): Promise<boolean> {
  if (!mayAccess('resume_sending', actor)) return false;
  return isStaff(actor) || (!actor.company.isExtCompany && (await database.readAsSystem(isSingleCompany)));
}

/** DEC-09, from the web app; `npm run arm` does the same for the operator. */
export async function resumeSending(
  { database, sendingLock }: { database: Database; sendingLock: SendingLock },
  actor: Actor,
): Promise<void> {
  if (!(await mayResumeSending(database, actor))) throw new AppError('resume_by_staff');
  await sendingLock.release();
}
