import type { Language } from '@headwater/contract/errors';
import type { RouteMeta } from '@headwater/contract/route';
import type { Actor } from '@headwater/domain/roles';
import type { AnyProcedure } from '@orpc/server';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whom a session belongs to. */
export interface Visitor {
  actor: Actor;
  /** ACC-023: whether their company may use more than the page that says why not. */
  isLicensed: boolean;
  /** DEC-08: whether they must set up two-step verification, which their company requires, before anything else. */
  lacksFactor: boolean;
  /** API-010: set where an API token stands for the person, with what it may do. */
  scopes?: readonly string[];
}

/** What every route handler receives beside its input. */
export interface RequestContext {
  /** The signed-in person. Present on every route but the `public` ones, which must look at `visitor` instead. */
  actor: Actor;
  visitor: Actor | undefined;
  language: Language;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Aborted when the client goes away. */
  signal: AbortSignal;
}

/** A route of the contract that a request was matched with. Guards judge by this, never by the text of the address. */
export interface MatchedRoute {
  method: string;
  path: string;
  meta: RouteMeta;
  procedure: AnyProcedure;
}

export interface ApiContext extends RequestContext {
  route: MatchedRoute;
  /** What the body says, decoded and not validated yet. */
  body: unknown;
}
