import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';

const lockSpace = 7_203_414;
const lookAgainMs = 1000;

/** Does the work while no other process on the database does work of that name; gives up waiting where `signal` aborts. */
export async function alone(pool: Pool, { name, signal }: { name: string; signal: AbortSignal }, work: () => Promise<void>): Promise<void> {
  const holder = await pool.connect();
  try {
    const take = async () => {
      const { rows } = await holder.query<{ taken: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as taken', [lockSpace, name]);
      return rows[0]?.taken ?? false;
    };
    while (!(await take())) {
      if (signal.aborted) return;
      await sleep(lookAgainMs, undefined, { signal }).catch(() => undefined);
    }
    await work();
  } finally {
    // Ended, not given back: the lock goes with the connection.
    holder.release(true);
  }
}
