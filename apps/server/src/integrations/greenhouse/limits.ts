import type { Answer } from '#platform/fetch/api-caller.ts';

/** `X-RateLimit-Reset` is a Unix time in seconds. */
export function limitEnds(headers: Answer['headers']): number | undefined {
  const ends = Number(headers['x-ratelimit-reset']);
  return headers['x-ratelimit-remaining'] === '0' && Number.isFinite(ends) ? ends * 1000 : undefined;
}
