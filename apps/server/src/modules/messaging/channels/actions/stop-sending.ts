import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/database/database.ts';
import { endAccess } from './end-access.ts';
import { type Announcer, dropMailbox } from './keep-mailbox.ts';

type StopServices = Parameters<typeof endAccess>[0] & Announcer & { clock: Clock };

/** Disconnects the mailbox of a leaving user. Call the returned function after the commit. */
export const sendingStop =
  ({ clock, announceMany, ...services }: StopServices) =>
  async (tx: Tx, userId: number): Promise<() => Promise<void>> => {
    const row = await dropMailbox(tx, { userId }, { now: clock.now(), announceMany });
    return () => endAccess({ ...services }, row);
  };
