import type { Actor } from '@headwater/domain/roles';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What every route handler receives beside its input. */
export interface RequestContext {
  /** The signed-in person. Present on every route but the `public` ones, which must look at `visitor` instead. */
  actor: Actor;
  visitor: Actor | undefined;
  language: 'en' | 'ru';
  request: FastifyRequest;
  reply: FastifyReply;
  /** Aborted when the client goes away. */
  signal: AbortSignal;
}
