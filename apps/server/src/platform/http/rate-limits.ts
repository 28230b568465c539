import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors.ts';
import { addressGroup, visitorAddress } from './visitor-address.ts';

/** Who is counted together: people of one address with and without a session, and sign-ins. */
export type Counter = 'session' | 'visitor' | 'sign_in';

/** A busy recruiter makes about a hundred requests a minute; fifty of them may sit behind one router. */
const sessionFactor = 5;
const signInShare = 1 / 4;
/** Addresses that are remembered. */
const cache = 20_000;
const timeWindow = '1 minute';

const limitOf = (perMinute: number, counter: Counter) =>
  Math.ceil(perMinute * { session: sessionFactor, visitor: 1, sign_in: signInShare }[counter]);

const tooMany = (ttl: number) => new AppError('too_many_requests', { seconds: Math.ceil(ttl / 1000) });
const addressOf = (request: FastifyRequest) => addressGroup(visitorAddress(request));

/** Counts requests a minute by address and counter. Answers the check of how many unknown session cookies an address has shown. */
export async function registerRateLimits(app: FastifyInstance, perMinute: number, counterOf: (request: FastifyRequest) => Counter) {
  await app.register(rateLimit, {
    cache,
    timeWindow,
    keyGenerator: (request) => `${counterOf(request)} ${addressOf(request)}`,
    max: (request) => limitOf(perMinute, counterOf(request)),
    // A page is dozens of unchanging files, and a browser that has none of them asks for all at once.
    allowList: (request) => request.routeOptions.url?.startsWith('/assets/') ?? false,
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
  });
  // Each of them is looked up in the database, before anything is known of who sends it.
  const max = limitOf(perMinute, 'session');
  const count = app.createRateLimit({ max, timeWindow, keyGenerator: (request) => `cookie ${addressOf(request)}`, allowList: [] });
  return {
    async checkUnknownCookies(request: FastifyRequest): Promise<void> {
      const seen = await count(request, { increment: false });
      if (!seen.isAllowed && seen.remaining <= 0) throw tooMany(seen.ttl);
    },
    async addUnknownCookie(request: FastifyRequest): Promise<void> {
      await count(request);
    },
  };
}
