import { usageEvents } from '@headwater/contract/usage-events';
import { dayMs } from '@headwater/domain/time/durations';
import { implement } from '@orpc/server';
import type { RequestContext } from '#platform/http/context.ts';
import { keptDays } from './delete-old.ts';
import { receiveEvent, type UsageEventServices } from './receive.ts';
import { countEvents } from './store.ts';

const countedDays = 30;

export function usageEventRoutes(services: UsageEventServices) {
  const api = implement(usageEvents).$context<RequestContext>();
  const { database, clock, amplitude } = services;
  return {
    send: api.send.handler(async ({ input, context }) => {
      await receiveEvent(services, input, context);
      return {};
    }),
    summary: api.summary.handler(async () => ({
      counts: await database.readAsSystem((tx) => countEvents(tx, new Date(clock.now().getTime() - countedDays * dayMs))),
      kept_days: keptDays,
      is_sent_to_amplitude: amplitude !== undefined,
    })),
  };
}
