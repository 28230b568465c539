import type { Pool } from 'pg';
import { type LockClass, tryLockWithConnection } from './locks.ts';

export interface HeldLock {
  /** False as soon as the connection is lost, and the lock with it. */
  isHeld(): boolean;
  release(): Promise<void>;
}

/** Holds a lock with a connection of its own. Undefined if another process holds it. */
export async function tryHoldLock(pool: Pool, name: LockClass, key: string): Promise<HeldLock | undefined> {
  const line = await pool.connect();
  let isHeld = false;
  let isReleased = false;
  const release = (): void => {
    isHeld = false;
    if (isReleased) return;
    isReleased = true;
    // Closing the connection releases the lock.
    line.release(true);
  };
  line.once('error', release);
  line.once('end', release);
  try {
    isHeld = await tryLockWithConnection(line, name, key);
  } finally {
    if (!isHeld) release();
  }
  return isHeld ? { isHeld: () => isHeld, release: async () => release() } : undefined;
}
