import { createLru } from '@headwater/domain/lru';
import type { Clock } from '#platform/clock.ts';
import { type CountWindow, isWorthSharing, type ShareCounts } from '#platform/counts/share-counts.ts';
import { AppError } from '#platform/errors.ts';

export interface RateLimit {
  /** Counts an attempt per key, or throws `too_many_requests`. The returned function reverts it. */
  take(allowed: Readonly<Record<string, number>>): () => void;
}

export interface RateLimitOptions {
  /** Unique: processes share the counts of a name and key. */
  name: string;
  clock: Pick<Clock, 'now'>;
  windowMs: number;
  /** Undefined: counts this process only. */
  counts: ShareCounts | undefined;
  /** Limits memory: the oldest keys are dropped, but at least half stay. */
  mostKeys?: number;
}

interface CountedWindows {
  find(key: string): CountWindow | undefined;
  add(key: string, most: number): CountWindow;
}

/** Counts per key and time, together with other processes. */
export function createWindows({ name, clock, windowMs, counts, mostKeys = 100_000 }: RateLimitOptions): CountedWindows {
  const windows = createLru<string, CountWindow>(mostKeys);
  const now = () => clock.now().getTime();
  const find = (key: string) => {
    const known = windows.get(key);
    return known && known.endsAt > now() ? known : undefined;
  };
  return {
    find,
    add(key, most) {
      const window = find(key) ?? { count: 0, unshared: 0, endsAt: now() + windowMs };
      window.count += 1;
      window.unshared += 1;
      windows.set(key, window);
      if (isWorthSharing(window, most)) counts?.share(`${name} ${key}`, window, now());
      return window;
    },
  };
}

export function createRateLimit(options: RateLimitOptions): RateLimit {
  const windows = createWindows(options);
  return {
    take(allowed) {
      const now = options.clock.now().getTime();
      const full = Object.entries(allowed).flatMap(([key, most]) => {
        const window = windows.find(key);
        return window && window.count >= most ? [window.endsAt - now] : [];
      });
      if (full.length > 0) throw new AppError('too_many_requests', { seconds: Math.ceil(Math.max(...full) / 1000) });
      const counted = Object.entries(allowed).map(([key, most]) => windows.add(key, most));
      return () => {
        for (const window of counted) {
          window.count -= 1;
          window.unshared -= 1;
        }
      };
    },
  };
}
