import type { FastifyReply } from 'fastify';

export type Limit = { calls: number; seconds: number };

type Window = { startedAt: number; used: number };

/** Fixed windows per credential, with Greenhouse's headers. */
export function createFixedWindows(limit: Limit, now: () => Date) {
  const windows = new Map<string, Window>();
  return (credential: string, reply: FastifyReply): boolean => {
    const time = now().getTime();
    const known = windows.get(credential);
    const window = known && time - known.startedAt < limit.seconds * 1000 ? known : { startedAt: time, used: 0 };
    windows.set(credential, window);
    const ends = window.startedAt + limit.seconds * 1000;
    const isOver = window.used >= limit.calls;
    if (!isOver) window.used += 1;
    reply.header('x-ratelimit-limit', String(limit.calls));
    reply.header('x-ratelimit-remaining', String(limit.calls - window.used));
    reply.header('x-ratelimit-reset', String(Math.ceil(ends / 1000)));
    if (isOver) reply.header('retry-after', String(Math.max(1, Math.ceil((ends - time) / 1000))));
    return !isOver;
  };
}
