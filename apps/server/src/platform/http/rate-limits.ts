import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors.ts';
import { createKnownSessions } from './known-sessions.ts';
import { addressGroup, visitorAddress } from './visitor-address.ts';

/** How a request is counted: by its session or API token, or with the other visitors or sign-ins of its address. */
export type Counter = 'session' | 'token' | 'visitor' | 'sign_in';

/** A browser asks while somebody types; the pages of a whole office come from one address. */
const sessionFactor = 5;
const signInShare = 1 / 4;
/** A program that asks for pages one after another. */
const tokenShare = 1 / 2;
/** Addresses and sessions that are remembered. */
const cache = 20_000;
const timeWindow = '1 minute';

const limitOf = (perMinute: number, counter: Counter) =>
  Math.ceil(perMinute * { session: sessionFactor, token: tokenShare, visitor: 1, sign_in: signInShare }[counter]);

const tooMany = (ttl: number) => new AppError('too_many_requests', { seconds: Math.ceil(ttl / 1000) });
const addressOf = (request: FastifyRequest) => addressGroup(visitorAddress(request));

/** Finds who bears the session or the secret of a request, as often as its address may be wrong. Throws too_many_requests. */
export type LookUp = <Found>(request: FastifyRequest, find: () => Promise<Found | undefined>) => Promise<Found | undefined>;

interface Options {
  perMinute: number;
  /** What the session of a request is told by; undefined where it bears none, or nobody asks. It may be made up. */
  sessionOf(request: FastifyRequest): string | undefined;
}

/**
 * Counts requests a minute: those of a session by the session, so that nobody else at its address stands in its way, all others by address. Answers
 * how a session is looked up: known ones at once, and unknown ones while the address has not shown too many that are none.
 */
export async function registerRateLimits(app: FastifyInstance, { perMinute, sessionOf }: Options) {
  const known = createKnownSessions(2 * cache);
  /** Pages and files come before anybody was looked up. */
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
    // A page is dozens of unchanging files, and a browser that has none of them asks for all at once.
    allowList: (request) => request.routeOptions.url?.startsWith('/assets/') ?? false,
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
  });
  // Each of them is looked up in the database before anything is known of who sends it, so they are no more than what visitors may ask.
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
