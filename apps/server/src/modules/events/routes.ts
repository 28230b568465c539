import { implement } from '@orpc/server';
import type { FastifyRequest } from 'fastify';
import { areaOfTopic, events as contract, type EventTopic } from '@headwater/contract/events';
import { scopesAllow } from '@headwater/domain/api-scopes';
import type { Events } from '#platform/events/events.ts';
import type { RequestContext, Visitor } from '#platform/http/context.ts';

/** Maximum duration of a stream. The browser reconnects, which checks the session again. */
const streamFor = 10 * 60_000;

interface EventServices {
  events: Events;
  resolveVisitor(request: FastifyRequest): Promise<Visitor | undefined>;
}

/** API-010. A session has no scopes and receives all topics. */
function mayReceive(scopes: readonly string[] | undefined, topic: EventTopic): boolean {
  const area = areaOfTopic[topic];
  return !scopes || area === null || scopesAllow(scopes, { area, changes: false });
}

function isAllowed({ isLicensed, lacksFactor, scopes, actor }: Visitor): boolean {
  return isLicensed && !lacksFactor && (!scopes || actor.company.hasApi === true);
}

export function eventRoutes({ events, resolveVisitor }: EventServices) {
  const api = implement(contract).$context<RequestContext>();
  return {
    stream: api.stream.handler(({ context: { actor, request, reply, signal } }) => {
      // Disables buffering in proxies such as nginx.
      reply.raw.setHeader('x-accel-buffering', 'no');
      const maySee = async () => {
        const visitor = await resolveVisitor(request);
        if (!visitor || !isAllowed(visitor)) return false;
        return visitor.actor.userId === actor.userId && visitor.actor.company.id === actor.company.id;
      };
      const scopes = request.apiCall?.visitor?.scopes;
      const person = { companyId: actor.company.id, userId: actor.userId };
      return events.subscribe(person, {
        signals: [signal, request.server.draining.signal],
        forMs: streamFor,
        maySee,
        hasToken: scopes !== undefined,
        receives: (topic) => mayReceive(scopes, topic),
      });
    }),
  };
}
