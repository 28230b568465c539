import type { FastifyReply, FastifyRequest } from 'fastify';
import { createFixedWindows, type LimitState } from '../limits.ts';
import type { WorkableWorld } from './world.ts';

export const fail = (reply: FastifyReply, status: number, error: string) => reply.code(status).send({ error });

export const missing = (reply: FastifyReply) => fail(reply, 404, 'Not found');

export const invalid = (reply: FastifyReply, field: string, reason: string) =>
  reply.code(422).send({ error: 'Validation failed', validation_errors: { [field]: [reason] } });

/** The reset is a Unix time. Workable has no Retry-After. */
const headersOf = ({ calls, remaining, endsAt }: LimitState) => ({
  'x-rate-limit-limit': String(calls),
  'x-rate-limit-remaining': String(remaining),
  'x-rate-limit-reset': String(endsAt),
});

type Known = { credential: string; scopes: ReadonlySet<string>; isApp: boolean };

function findCredential(world: WorkableWorld, request: FastifyRequest): Known | undefined {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const scopes = world.tokens.get(token);
  if (scopes) return { credential: token, scopes, isApp: false };
  const grant = world.grants.find(token);
  return grant ? { credential: grant.address, scopes: new Set(grant.scopes), isApp: true } : undefined;
}

/** Checks account, credentials, limit and scope. Returns false after an answer. */
export function createDoor(world: WorkableWorld) {
  const ofAccount = createFixedWindows(world.limit, world.now, headersOf);
  const ofApp = createFixedWindows(world.oauthLimit, world.now, headersOf);
  return (request: FastifyRequest, reply: FastifyReply, { subdomain, scope }: { subdomain: string; scope: string }): boolean => {
    const isOther = world.otherSubdomains.includes(subdomain);
    if (subdomain !== world.subdomain && !isOther) {
      void missing(reply);
      return false;
    }
    const known = isOther ? undefined : findCredential(world, request);
    if (!known) {
      void fail(reply, 401, 'Not authorized');
      return false;
    }
    const admit = known.isApp ? ofApp : ofAccount;
    if (!admit(known.credential, reply)) {
      world.refused += 1;
      void fail(reply, 429, 'Rate limit exceeded');
      return false;
    }
    if (known.scopes.has(scope)) return true;
    void fail(reply, 403, `Missing scope: ${scope}`);
    return false;
  };
}
