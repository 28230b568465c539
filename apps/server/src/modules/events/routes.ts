import { implement } from '@orpc/server';
import { events as contract } from '@headwater/contract/events';
import type { Events } from '#platform/events/events.ts';
import type { RequestContext } from '#platform/http/context.ts';

/** A stream ends after this time; the browser comes back, and its session is looked at again. */
const streamFor = 10 * 60_000;

export function eventRoutes({ events }: { events: Events }) {
  const api = implement(contract).$context<RequestContext>();
  return {
    stream: api.stream.handler(({ context: { actor, reply, signal } }) => {
      // Asks proxies that know it to pass events on as they come.
      reply.raw.setHeader('x-accel-buffering', 'no');
      return events.subscribe({ companyId: actor.company.id, userId: actor.userId }, { signal, forMs: streamFor });
    }),
  };
}
