import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { tryLockWithConnection } from './locks.ts';

const lookAgainMs = 1000;

/** Does the work while no other process on the database does work of that name; gives up waiting where `signal` aborts. */
export async function runAlone(
  pool: Pool,
  { name, signal }: { name: string; signal: AbortSignal },
  work: () => Promise<void>,
): Promise<void> {
  const holder = await pool.connect();
  try {
    while (!(await tryLockWithConnection(holder, 'soleWork', name))) {
      if (signal.aborted) return;
      await sleep(lookAgainMs, undefined, { signal }).catch(() => undefined);
    }
    await work();
  } finally {
    // Ended, not given back: the lock goes with the connection.
    holder.release(true);
  }
}
