import type { Language } from '@headwater/contract/errors';
import type { RouteMeta } from '@headwater/contract/route';
import type { Actor } from '@headwater/domain/roles';
import type { AnyProcedure } from '@orpc/server';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface Visitor {
  actor: Actor;
  /** ACC-023: false restricts the person to the page that explains the missing license. */
  isLicensed: boolean;
  /** DEC-08: the company requires two-step verification, and the person has none yet. */
  lacksFactor: boolean;
  scopes?: readonly string[];
  /** API token of the call. */
  token?: { id: number; name: string };
}

export interface RequestContext {
  /** The signed-in person. Only `public` routes have none; they use `visitor`. */
  actor: Actor;
  visitor: Actor | undefined;
  language: Language;
  request: FastifyRequest;
  reply: FastifyReply;
  signal: AbortSignal;
}

/** The matched route. Guards check this instead of the text of the address. */
export interface MatchedRoute {
  method: string;
  path: string;
  meta: RouteMeta;
  procedure: AnyProcedure;
}

export interface ApiContext extends RequestContext {
  route: MatchedRoute;
  body: unknown;
}
