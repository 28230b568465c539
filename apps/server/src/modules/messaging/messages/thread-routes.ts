import { implement } from '@orpc/server';
import { inbox } from '@headwater/contract/inbox';
import { outreach } from '@headwater/contract/outreach';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { threadPage, unreadThreads, wholeThread } from './actions/list-threads.ts';
import { readerOf } from './store/messages.ts';
import { markRead } from './store/unread.ts';

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

export function inboxRoutes({ database }: Pick<ThreadServices, 'database'>) {
  const api = implement(inbox).$context<RequestContext>();
  return {
    unread: api.unread.handler(({ context: { actor } }) =>
      database.readInCompany(actor.company.id, async (tx) => ({ count: await unreadThreads(tx, actor, readerOf(actor)) })),
    ),
    markRead: api.markRead.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        await markRead(tx, { companyId: actor.company.id, userId: actor.userId, profileId: input.profile_id });
        return {};
      }),
    ),
  };
}
