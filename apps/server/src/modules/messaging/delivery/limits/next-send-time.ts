import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { findCompany, mayWork } from '#modules/companies/public.ts';
import { findMailbox } from '#modules/messaging/channels/public.ts';
import { mayStartMass } from './sending-limits.ts';
import { nextSendings } from '../store/queue.ts';

interface Services {
  database: Database;
  clock: Clock;
}

const mayLeaveAt = ({ database, clock }: Services, mailboxId: number, sendAt: Date) =>
  database.readAsSystem(async (tx) => {
    const mailbox = await findMailbox(tx, mailboxId);
    if (mailbox?.state !== 'connected') return undefined;
    const [company, now] = [await findCompany(tx, mailbox.company_id), clock.now()];
    if (!company || !mayWork(company, now)) return undefined;
    const permission = await mayStartMass(tx, mailbox, { now, zone: company.time_zone });
    return permission.may || permission.until < sendAt ? sendAt : permission.until;
  });

/**
 * When the next message of any mailbox may leave, by its time and the mailbox limits; undefined
 * without one.
 */
export async function nextSendTime(services: Services): Promise<Date | undefined> {
  const waiting = await services.database.readAsSystem(nextSendings);
  let first: Date | undefined;
  for (const { mailbox_id: id, send_at: at } of waiting.toSorted((one, other) => one.send_at.getTime() - other.send_at.getTime())) {
    // Later messages cannot leave earlier.
    if (first && first <= at) break;
    const leavesAt = await mayLeaveAt(services, id, at);
    if (leavesAt && (!first || leavesAt < first)) first = leavesAt;
  }
  return first;
}
