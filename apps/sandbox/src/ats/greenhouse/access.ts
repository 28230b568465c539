import type { FastifyReply, FastifyRequest } from 'fastify';
import { basicOf } from '../basic-auth.ts';
import { createFixedWindows } from '../limits.ts';
import type { Credential, GreenhouseWorld } from './world.ts';

export const fail = (reply: FastifyReply, status: number, ...errors: string[]) => reply.code(status).send({ errors });

/** Checks token, scope and limit. Returns undefined after an answer. */
export function createHarvestDoor(world: GreenhouseWorld) {
  const admit = createFixedWindows(world.limit, world.now);
  return (request: FastifyRequest, reply: FastifyReply, scope: string): Credential | undefined => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const known = world.tokens.get(token);
    const isValid = known && known.expiresAt > world.now().getTime() && world.credentials.includes(known.credential);
    if (!isValid) {
      void reply.code(401).send({ message: 'Invalid or expired access token' });
      return undefined;
    }
    if (!admit(known.credential.id, reply)) {
      world.refused += 1;
      void reply.code(429).send({ message: 'Rate limit exceeded' });
      return undefined;
    }
    if (!known.credential.scopes.has(scope)) {
      void reply.code(403).send({ message: `Missing scope ${scope}` });
      return undefined;
    }
    return known.credential;
  };
}

/** `POST /auth/token` of auth.greenhouse.io */
export function answerToken(world: GreenhouseWorld, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [id, secret] = basicOf(request) ?? [];
  const credential = world.credentials.find((each) => each.id === id && each.secret === secret);
  if (!credential) return reply.code(401).send({ error: 'invalid_client', error_description: 'Client authentication failed' });
  const { grant_type: grant } = (request.body ?? {}) as Record<string, string>;
  if (grant !== 'client_credentials') return reply.code(400).send({ error: 'unsupported_grant_type' });
  const { token, expiresAt } = world.issueToken(credential);
  return reply.send({ access_token: token, token_type: 'Bearer', expires_at: new Date(expiresAt).toISOString() });
}
