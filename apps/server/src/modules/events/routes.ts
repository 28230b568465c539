import { implement } from '@orpc/server';
import type { FastifyRequest } from 'fastify';
import { areaOfTopic, events as contract, type EventTopic } from '@headwater/contract/events';
import { scopesAllow } from '@headwater/domain/api-scopes';
import type { Events } from '#platform/events/events.ts';
import type { RequestContext, Visitor } from '#platform/http/context.ts';

/** A stream ends after this time; the browser comes back, and its session is looked at again. */
const streamFor = 10 * 60_000;

interface EventServices {
  events: Events;
  resolveVisitor(request: FastifyRequest): Promise<Visitor | undefined>;
}

/** API-010: the topics of the areas that the token may read. A session has no scopes, and hears of all. */
function hears(scopes: readonly string[] | undefined, topic: EventTopic): boolean {
  const area = areaOfTopic[topic];
  return !scopes || area === null || scopesAllow(scopes, { area, changes: false });
}

/** What ends a stream between two calls is what would refuse the next one. */
function isAllowed({ isLicensed, lacksFactor, scopes, actor }: Visitor): boolean {
  return isLicensed && !lacksFactor && (!scopes || actor.company.hasApi === true);
}

export function eventRoutes({ events, resolveVisitor }: EventServices) {
  const api = implement(contract).$context<RequestContext>();
  return {
    stream: api.stream.handler(({ context: { actor, request, reply, signal } }) => {
      // Asks proxies that know it to pass events on as they come.
      reply.raw.setHeader('x-accel-buffering', 'no');
      const maySee = async () => {
        const visitor = await resolveVisitor(request);
        if (!visitor || !isAllowed(visitor)) return false;
        return visitor.actor.userId === actor.userId && visitor.actor.company.id === actor.company.id;
      };
      const scopes = request.apiCall?.visitor?.scopes;
      const person = { companyId: actor.company.id, userId: actor.userId };
      return events.subscribe(person, {
        signal,
        forMs: streamFor,
        maySee,
        hasToken: scopes !== undefined,
        hears: (topic) => hears(scopes, topic),
      });
    }),
  };
}
