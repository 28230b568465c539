import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import { minuteMs } from '@headwater/domain/time/durations';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { systemClock } from '#platform/clock.ts';
import type { ShareCounts } from '#platform/counts/share-counts.ts';
import { AppError } from '#platform/errors.ts';
import { createWindows } from '#platform/rate-limit.ts';
import { createKnownSessions } from './known-sessions.ts';
import { addressGroup, visitorAddress } from './visitor-address.ts';

/** Sessions and API tokens have their own limits; visitors and sign-ins share their address's. */
export type Counter = 'session' | 'token' | 'visitor' | 'sign_in';

/** A browser sends requests while its user types. */
const sessionFactor = 5;
const signInShare = 1 / 4;
const tokenShare = 1 / 2;
const cache = 20_000;
const timeWindow = minuteMs;

const limitOf = (perMinute: number, counter: Counter) =>
  Math.ceil(perMinute * { session: sessionFactor, token: tokenShare, visitor: 1, sign_in: signInShare }[counter]);

const tooMany = (ttl: number) => new AppError('too_many_requests', { seconds: Math.ceil(ttl / 1000) });
const addressOf = (request: FastifyRequest) => addressGroup(visitorAddress(request));

/** Limits wrong sessions and secrets per address. Throws too_many_requests. */
export type LookUp = <Found>(request: FastifyRequest, find: () => Promise<Found | undefined>) => Promise<Found | undefined>;

type Counted = Parameters<FastifyRateLimitStore['incr']>[1];

/** Replaces the store of the plugin, which counts in the memory of one process. */
const storeWith = (counts: ShareCounts | undefined) =>
  class Store implements FastifyRateLimitStore {
    readonly windows = createWindows({ name: 'requests', clock: systemClock, windowMs: timeWindow, counts, mostKeys: cache });
    incr(...[key, counted, , most]: Parameters<FastifyRateLimitStore['incr']>) {
      const { count, endsAt } = this.windows.add(key, most);
      counted(null, { current: count, ttl: endsAt - systemClock.now().getTime() });
    }
    read(key: string, counted: Counted) {
      const { count = 0, endsAt = 0 } = this.windows.find(key) ?? {};
      counted(null, { current: count, ttl: Math.max(0, endsAt - systemClock.now().getTime()) });
    }
    child() {
      return new Store();
    }
  };

interface Options {
  perMinute: number;
  counts: ShareCounts | undefined;
  sessionOf(request: FastifyRequest): string | undefined;
}

/**
 * Counts by session, else by address. Returns the lookup of sessions: known ones pass, unknown ones
 * are limited per address.
 */
export async function registerRateLimits(app: FastifyInstance, { perMinute, counts, sessionOf }: Options) {
  const known = createKnownSessions(2 * cache);
  const countedAs = (request: FastifyRequest): { counter: Counter; key: string } => {
    const session = sessionOf(request);
    const isKnown = session !== undefined && known.has(session);
    const counter = request.apiCall?.counter ?? (isKnown ? 'session' : 'visitor');
    const isOwn = counter === 'session' || counter === 'token';
    return { counter, key: `${counter} ${isOwn && isKnown ? session : addressOf(request)}` };
  };
  await app.register(rateLimit, {
    store: storeWith(counts),
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
