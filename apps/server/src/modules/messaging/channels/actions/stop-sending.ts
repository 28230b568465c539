import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/database/database.ts';
import { endAccess } from './end-access.ts';
import { type Announcer, dropMailbox } from './keep-mailbox.ts';

type StopServices = Parameters<typeof endAccess>[0] & Announcer & { clock: Clock };

/** For who has left: the mailbox is disconnected and what waited in it ends with a reason. What it answers tells the mail service, once that stands. */
export const sendingStop =
  ({ clock, announceMany, ...services }: StopServices) =>
  async (tx: Tx, userId: number): Promise<() => Promise<void>> => {
    const row = await dropMailbox(tx, { userId }, { now: clock.now(), announceMany });
    return () => endAccess({ ...services }, row);
  };
