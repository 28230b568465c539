import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { tryLockWithConnection } from './locks.ts';

const lookAgainMs = 1000;

/** Waits while another process does work with the same name; stops waiting if `signal` aborts. */
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
    // Closing the connection releases the lock.
    holder.release(true);
  }
}
