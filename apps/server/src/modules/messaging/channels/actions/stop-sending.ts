import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/database/database.ts';
import { revokeMailboxAccess } from './end-access.ts';
import { type Announcer, disconnectMailbox } from './keep-mailbox.ts';

type StopServices = Parameters<typeof revokeMailboxAccess>[0] & Announcer & { clock: Clock };

/** Disconnects the mailbox of a leaving user. Call the returned function after the commit. */
export const sendingStop =
  ({ clock, announceMany, ...services }: StopServices) =>
  async (tx: Tx, userId: number): Promise<() => Promise<void>> => {
    const row = await disconnectMailbox(tx, { userId }, { now: clock.now(), announceMany });
    return () => revokeMailboxAccess({ ...services }, row);
  };
