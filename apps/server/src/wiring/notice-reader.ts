import { findActor, findUser } from '#modules/accounts/public.ts';
import { findCompany, mayWork } from '#modules/companies/public.ts';
import type { SendingLock } from '#modules/messaging/delivery/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/database/database.ts';

/** Reads the current rights. A restored copy sends no notifications until it is armed. */
export const readerFinder = (clock: Clock, sendingLock: SendingLock) => async (tx: Tx, userId: number) => {
  const [actor, user] = [await findActor(tx, userId), await findUser(tx, userId)];
  const company = actor && (await findCompany(tx, actor.company.id));
  return company && user && { actor, to: user.email, mayRead: mayWork(company, clock.now()) && (await sendingLock.maySend(tx)) };
};
