import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors.ts';
import { createKnownSessions } from './known-sessions.ts';
import { addressGroup, visitorAddress } from './visitor-address.ts';

/** Sessions and API tokens have their own limits; visitors and sign-ins share their address's. */
export type Counter = 'session' | 'token' | 'visitor' | 'sign_in';

/** A browser sends requests while its user types. */
const sessionFactor = 5;
const signInShare = 1 / 4;
const tokenShare = 1 / 2;
const cache = 20_000;
const timeWindow = '1 minute';

const limitOf = (perMinute: number, counter: Counter) =>
  Math.ceil(perMinute * { session: sessionFactor, token: tokenShare, visitor: 1, sign_in: signInShare }[counter]);

const tooMany = (ttl: number) => new AppError('too_many_requests', { seconds: Math.ceil(ttl / 1000) });
const addressOf = (request: FastifyRequest) => addressGroup(visitorAddress(request));

/** Limits wrong sessions and secrets per address. Throws too_many_requests. */
export type LookUp = <Found>(request: FastifyRequest, find: () => Promise<Found | undefined>) => Promise<Found | undefined>;

interface Options {
  perMinute: number;
  sessionOf(request: FastifyRequest): string | undefined;
}

/**
 * Counts by session, else by address. Returns the lookup of sessions: known ones pass, unknown ones
 * are limited per address.
 */
export async function registerRateLimits(app: FastifyInstance, { perMinute, sessionOf }: Options) {
  const known = createKnownSessions(2 * cache);
  const countedAs = (request: FastifyRequest): { counter: Counter; key: string } => {
    const session = sessionOf(request);
    const isKnown = session !== undefined && known.has(session);
    const counter = request.apiCall?.counter ?? (isKnown ? 'session' : 'visitor');
    const isOwn = counter === 'session' || counter === 'token';
    return { counter, key: `${counter} ${isOwn && isKnown ? session : addressOf(request)}` };
  };
  await app.register(rateLimit, {
    cache,
    timeWindow,
    keyGenerator: (request) => countedAs(request).key,
    max: (request) => limitOf(perMinute, countedAs(request).counter),
    // A page has dozens of cached files, and a new browser requests all.
    allowList: (request) => request.routeOptions.url?.startsWith('/assets/') ?? false,
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
  });
  // Looking up an unknown session costs a query, so the limit of visitors applies.
  const max = limitOf(perMinute, 'visitor');
  const count = app.createRateLimit({ max, timeWindow, keyGenerator: (request) => `cookie ${addressOf(request)}`, allowList: [] });

  const lookUp: LookUp = async (request, find) => {
    const session = sessionOf(request);
    if (session === undefined || !known.has(session)) {
      const seen = await count(request, { increment: false });
      if (!seen.isAllowed && seen.remaining <= 0) throw tooMany(seen.ttl);
    }
    const visitor = await find();
    if (!visitor) await count(request);
    if (session !== undefined) known.learn(session, visitor !== undefined);
    return visitor;
  };
  return { lookUp };
}
