import { createHash } from 'node:crypto';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import { addCounts, type AddedCount } from './store.ts';

/** Uses of a key within a time. */
export interface CountWindow {
  /** In all processes, as far as they have shared theirs. */
  count: number;
  /** Part of `count` that other processes do not know. */
  unshared: number;
  /** Milliseconds of the clock. */
  endsAt: number;
}

export interface ShareCounts {
  /** Adds the window to those of other processes soon. */
  share(key: string, window: CountWindow, now: number): void;
}

export interface SharedCounts extends ShareCounts {
  stop(): Promise<void>;
}

const pauseMs = 1000;
/** Rarely used keys cost no query. Each process may exceed a limit by that part. */
const sharedFrom = 1 / 10;

export const isWorthSharing = ({ count }: CountWindow, most: number) => count >= most * sharedFrom;

/** Keys contain addresses and session hashes. */
const nameOf = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 22);

/**
 * Limits hold across processes: counts of a key are added up in the database once a second. Without
 * the database each process counts alone.
 */
export function createSharedCounts({ database, clock, log }: { database: Database; clock: Clock; log: Log }): SharedCounts {
  let waiting = new Map<string, { window: CountWindow; now: number }>();
  let running: Promise<void> = Promise.resolve();
  let cancel: (() => void) | undefined;
  let isStopped = false;

  async function exchange(): Promise<void> {
    const sent = waiting;
    waiting = new Map();
    const added = [...sent].map(([key, { window, now }]): AddedCount => {
      const count = window.unshared;
      window.unshared = 0;
      return { key, count, endsAt: new Date(window.endsAt), now: new Date(now) };
    });
    try {
      const rows = await database.asSystem((tx) => addCounts(tx, added));
      for (const { key, count, ends_at: endsAt } of rows) {
        const { window } = sent.get(key) ?? {};
        if (window) Object.assign(window, { count: count + window.unshared, endsAt: endsAt.getTime() });
      }
    } catch (error) {
      for (const { key, count } of added) {
        const { window } = sent.get(key) ?? {};
        if (window) window.unshared += count;
      }
      log.warn({ reason: (error as Error).message }, 'counts of requests could not be shared');
    }
  }

  return {
    share(key, window, now) {
      if (isStopped) return;
      waiting.set(nameOf(key), { window, now });
      cancel ??= clock.setTimer(pauseMs, () => {
        cancel = undefined;
        running = running.then(exchange);
      });
    },
    async stop() {
      isStopped = true;
      cancel?.();
      await running;
    },
  };
}
