import type { FastifyReply } from 'fastify';

export type Limit = { calls: number; seconds: number };

type Window = { startedAt: number; used: number };

/** State of a limit after a request; times are in seconds. */
export type LimitState = { calls: number; remaining: number; endsAt: number; secondsLeft: number; isOver: boolean };

/** Greenhouse: the end as Unix time. */
const unixHeaders = ({ calls, remaining, endsAt, secondsLeft, isOver }: LimitState) => ({
  'x-ratelimit-limit': String(calls),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(endsAt),
  ...(isOver ? { 'retry-after': String(secondsLeft) } : {}),
});

/** Fixed windows per credential, with the headers of the vendor. */
export function createFixedWindows(limit: Limit, now: () => Date, headersOf: (state: LimitState) => Record<string, string> = unixHeaders) {
  const windows = new Map<string, Window>();
  return (credential: string, reply: FastifyReply): boolean => {
    const time = now().getTime();
    const known = windows.get(credential);
    const window = known && time - known.startedAt < limit.seconds * 1000 ? known : { startedAt: time, used: 0 };
    windows.set(credential, window);
    const ends = window.startedAt + limit.seconds * 1000;
    const isOver = window.used >= limit.calls;
    if (!isOver) window.used += 1;
    const times = { endsAt: Math.ceil(ends / 1000), secondsLeft: Math.max(1, Math.ceil((ends - time) / 1000)) };
    reply.headers(headersOf({ calls: limit.calls, remaining: limit.calls - window.used, ...times, isOver }));
    return !isOver;
  };
}

/** Token bucket per credential, as at Lever. `Retry-After` is in seconds. */
export function createBuckets(limit: { perSecond: number; burst: number }, now: () => Date) {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    admit(credential: string, reply: FastifyReply): boolean {
      const time = now().getTime();
      const known = buckets.get(credential) ?? { left: limit.burst, at: time };
      const left = Math.min(limit.burst, known.left + ((time - known.at) / 1000) * limit.perSecond);
      const isOver = left < 1;
      buckets.set(credential, { left: isOver ? left : left - 1, at: time });
      if (isOver) reply.header('retry-after', '1');
      return !isOver;
    },
  };
}
