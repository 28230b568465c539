import { createLru } from '@headwater/domain/lru';
import type { Clock } from '#platform/clock.ts';
import { AppError } from '#platform/errors.ts';

export interface RateLimit {
  /** Counts an attempt per key, or throws `too_many_requests`. The returned function reverts it. */
  take(allowed: Readonly<Record<string, number>>): () => void;
}

export interface RateLimitOptions {
  clock: Clock;
  windowMs: number;
  /** Limits memory: the oldest keys are dropped, but at least half stay. */
  mostKeys?: number;
}

export function createRateLimit({ clock, windowMs, mostKeys = 100_000 }: RateLimitOptions): RateLimit {
  const windows = createLru<string, { count: number; endsAt: number }>(mostKeys);
  const current = (key: string, now: number) => {
    const known = windows.get(key);
    return known && known.endsAt > now ? known : undefined;
  };
  return {
    take(allowed) {
      const now = clock.now().getTime();
      const full = Object.entries(allowed).flatMap(([key, most]) => {
        const window = current(key, now);
        return window && window.count >= most ? [window.endsAt - now] : [];
      });
      if (full.length > 0) throw new AppError('too_many_requests', { seconds: Math.ceil(Math.max(...full) / 1000) });
      const counted = Object.keys(allowed).map((key) => {
        const window = current(key, now) ?? { count: 0, endsAt: now + windowMs };
        window.count += 1;
        windows.set(key, window);
        return window;
      });
      return () => {
        for (const window of counted) window.count -= 1;
      };
    },
  };
}
