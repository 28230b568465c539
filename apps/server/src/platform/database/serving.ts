import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { startLoop } from '#platform/loop.ts';
import { type HeldLock, tryHoldLock } from './held-lock.ts';
import { countHolders } from './locks.ts';

const checkEveryMs = 5000;

export interface Serving {
  /** Other API processes that answer requests now. */
  countOthers(): Promise<number>;
  /** Shows other processes that this one answers requests. */
  announce(): void;
  stop(): Promise<void>;
}

/** A process holds a lock while it serves, also after its connection was lost. */
export function createServing({ pool, clock, log }: { pool: Pool; clock: Clock; log: Log }): Serving {
  const name = randomUUID();
  let lock: HeldLock | undefined;
  let stopLoop: (() => Promise<void>) | undefined;
  const hold = async () => {
    if (!lock?.isHeld()) lock = await tryHoldLock(pool, 'apiProcess', name);
  };
  return {
    countOthers: async () => (await countHolders(pool, 'apiProcess')) - (lock?.isHeld() ? 1 : 0),
    announce() {
      stopLoop ??= startLoop({ clock, log, failed: 'the process could not be announced', everyMs: checkEveryMs, turn: hold }).stop;
    },
    async stop() {
      await stopLoop?.();
      await lock?.release();
    },
  };
}
