import { implement } from '@orpc/server';
import { outreach } from '@headwater/contract/outreach';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { threadPage, wholeThread } from './actions/list-threads.ts';
import { readerOf } from './store/messages.ts';

export interface ThreadServices {
  database: Database;
  clock: Clock;
}

export function threadRoutes({ database, clock }: ThreadServices) {
  const api = implement(outreach).$context<RequestContext>();
  return {
    threads: api.threads.handler(({ input: { needs_attention: needsAttention, ...page }, context: { actor } }) =>
      database.readInCompany(actor.company.id, (tx) =>
        threadPage(tx, actor, { ...page, needsAttention, reader: readerOf(actor), now: clock.now() }),
      ),
    ),
    thread: api.thread.handler(({ input, context: { actor } }) =>
      database.readInCompany(actor.company.id, async (tx) => ({
        messages: await wholeThread(tx, actor, { profileId: input.profile_id, reader: readerOf(actor), now: clock.now() }),
      })),
    ),
  };
}
