import type { FastifyReply, FastifyRequest } from 'fastify';
import { createFixedWindows, type LimitState } from '../limits.ts';
import type { SmartRecruitersWorld } from './world.ts';

export const fail = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).send({ message, errors: [{ code: `HTTP_${status}`, message }] });

export const missing = (reply: FastifyReply, what: string) => fail(reply, 404, `${what} not found`);

const headersOf = ({ calls, remaining }: LimitState) => ({
  'x-ratelimit-limit': String(calls),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-concurrent-limit': '8',
  'x-ratelimit-concurrent-remaining': '7',
});

function scopesOf(world: SmartRecruitersWorld, request: FastifyRequest): { credential: string; scopes: ReadonlySet<string> } | undefined {
  const key = String(request.headers['x-smarttoken'] ?? '');
  const ofKey = world.keys.get(key);
  if (ofKey) return { credential: key, scopes: ofKey };
  const grant = world.grants.find(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
  return grant ? { credential: grant.address, scopes: new Set(grant.scopes) } : undefined;
}

/** Checks credentials, limit and scope. Returns false after an answer. */
export function createDoor(world: SmartRecruitersWorld) {
  const admit = createFixedWindows(world.limit, world.now, headersOf);
  return (request: FastifyRequest, reply: FastifyReply, scope: string): boolean => {
    const known = scopesOf(world, request);
    if (!known) {
      void fail(reply, 401, 'Unauthorized access: credentials missing or invalid');
      return false;
    }
    if (!admit(known.credential, reply)) {
      world.refused += 1;
      void fail(reply, 429, 'Too many requests');
      return false;
    }
    if (known.scopes.has(scope)) return true;
    void fail(reply, 403, `Access forbidden: missing ${scope}`);
    return false;
  };
}
