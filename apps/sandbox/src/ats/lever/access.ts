import type { FastifyReply, FastifyRequest } from 'fastify';
import { basicOf } from '../basic-auth.ts';
import { createBuckets } from '../limits.ts';
import type { LeverWorld } from './world.ts';

const codes: Record<number, string> = {
  400: 'InvalidRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'ResourceNotFound',
  429: 'TooManyRequests',
};

export const fail = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).send({ code: codes[status] ?? 'ServerError', message });

/** Rights of the credentials, such as `notes`. Undefined: unknown credentials. */
function rightsOf(world: LeverWorld, request: FastifyRequest): { credential: string; rights: ReadonlySet<string> } | undefined {
  const [key] = basicOf(request) ?? [];
  const ofKey = key === undefined ? undefined : world.keys.get(key);
  if (key !== undefined && ofKey) return { credential: key, rights: ofKey };
  const grant = world.grants.find(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
  if (!grant) return undefined;
  // `contact:write:admin` opens /contacts.
  const rights = new Set(grant.scopes.map((scope) => scope.split(':')[0]?.replace(/^contact$/, 'contacts') ?? ''));
  return { credential: grant.address, rights };
}

/** Checks credentials, limit and right. Returns false after an answer. */
export function createDoor(world: LeverWorld) {
  const buckets = createBuckets(world.limit, world.now);
  return (request: FastifyRequest, reply: FastifyReply, right: string): boolean => {
    const known = rightsOf(world, request);
    if (!known) {
      void fail(reply, 401, 'Invalid or expired credentials');
      return false;
    }
    if (!buckets.admit(known.credential, reply)) {
      world.refused += 1;
      void fail(reply, 429, 'Too many requests');
      return false;
    }
    if (known.rights.has(right)) return true;
    void fail(reply, 403, `Missing permission for ${right}`);
    return false;
  };
}
