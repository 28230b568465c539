import { implement } from '@orpc/server';
import type { FastifyRequest } from 'fastify';
import { events as contract } from '@headwater/contract/events';
import type { Events } from '#platform/events/events.ts';
import type { RequestContext, Visitor } from '#platform/http/context.ts';

/** A stream ends after this time; the browser comes back, and its session is looked at again. */
const streamFor = 10 * 60_000;

interface EventServices {
  events: Events;
  resolveVisitor(request: FastifyRequest): Promise<Visitor | undefined>;
}

export function eventRoutes({ events, resolveVisitor }: EventServices) {
  const api = implement(contract).$context<RequestContext>();
  return {
    stream: api.stream.handler(({ context: { actor, request, reply, signal } }) => {
      // Asks proxies that know it to pass events on as they come.
      reply.raw.setHeader('x-accel-buffering', 'no');
      const maySee = async () => {
        const visitor = await resolveVisitor(request);
        if (!visitor?.isLicensed || visitor.lacksFactor) return false;
        return visitor.actor.userId === actor.userId && visitor.actor.company.id === actor.company.id;
      };
      return events.subscribe({ companyId: actor.company.id, userId: actor.userId }, { signal, forMs: streamFor, maySee });
    }),
  };
}
