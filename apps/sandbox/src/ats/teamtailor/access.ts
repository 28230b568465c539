import type { FastifyReply, FastifyRequest } from 'fastify';
import { createFixedWindows, type LimitState } from '../limits.ts';
import type { Scope, TeamtailorWorld } from './world.ts';

export type Failure = { status: number; title: string; detail: string; pointer?: string };

export const refuse = (reply: FastifyReply, { status, title, detail, pointer }: Failure) =>
  reply.code(status).send({ errors: [{ title, detail, status: String(status), ...(pointer ? { source: { pointer } } : {}) }] });

export const notFound = (reply: FastifyReply) =>
  refuse(reply, { status: 404, title: 'Record not found', detail: 'The record was not found.' });

/** The reset is in seconds that are left, not a time. */
const headersOf = ({ calls, remaining, secondsLeft }: LimitState) => ({
  'x-rate-limit-limit': String(calls),
  'x-rate-limit-remaining': String(remaining),
  'x-rate-limit-reset': String(secondsLeft),
});

/** Checks version, key, limit and scope. Returns false after an answer. */
export function createTeamtailorDoor(world: TeamtailorWorld) {
  const admit = createFixedWindows(world.limit, world.now, headersOf);
  return (request: FastifyRequest, reply: FastifyReply, scope: Scope): boolean => {
    void reply.type('application/vnd.api+json');
    if (!/^\d{8}$/.test(String(request.headers['x-api-version'] ?? ''))) {
      void refuse(reply, { status: 406, title: 'Not acceptable', detail: 'X-Api-Version is missing or unknown' });
      return false;
    }
    const token = /^Token token=(.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const key = world.keys.get(token);
    if (!key) {
      void refuse(reply, { status: 401, title: 'Unauthorized', detail: 'Bad or missing API key' });
      return false;
    }
    if (!admit(token, reply)) {
      world.refused += 1;
      void refuse(reply, { status: 429, title: 'Too many requests', detail: 'Rate limit exceeded' });
      return false;
    }
    if (!key.scopes.has(scope) || (request.method !== 'GET' && !key.canWrite)) {
      void refuse(reply, { status: 403, title: 'Forbidden', detail: `The key has no ${scope} scope for this` });
      return false;
    }
    return true;
  };
}
