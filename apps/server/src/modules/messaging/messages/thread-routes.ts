import { implement } from '@orpc/server';
import { inbox } from '@headwater/contract/inbox';
import { outreach } from '@headwater/contract/outreach';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { assignConversation } from './actions/assign.ts';
import { assigneeOf, requireConversation, threadPage, unreadThreads, wholeThread } from './actions/list-threads.ts';
import { readerOf } from './store/messages.ts';
import { putBack, setAside } from './store/set-aside.ts';
import { markRead, markUnread } from './store/unread.ts';

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
      database.readInCompany(actor.company.id, async (tx) => {
        const messages = await wholeThread(tx, actor, { profileId: input.profile_id, reader: readerOf(actor), now: clock.now() });
        return { messages, assignee: messages.length > 0 ? await assigneeOf(tx, actor, input.profile_id) : null };
      }),
    ),
    setAside: api.setAside.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const now = clock.now();
        const until = input.until === null ? null : new Date(input.until);
        if (until && until <= now) throw new FieldErrors({ until: 'mailing_launch_past' });
        await setAside(tx, await requireConversation(tx, actor, { profileId: input.profile_id, reader: readerOf(actor) }), { until, now });
        return {};
      }),
    ),
    putBack: api.putBack.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        await putBack(tx, await requireConversation(tx, actor, { profileId: input.profile_id, reader: readerOf(actor) }));
        return {};
      }),
    ),
    markRead: api.markRead.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        await markRead(tx, { companyId: actor.company.id, userId: actor.userId, profileId: input.profile_id }, clock.now());
        return {};
      }),
    ),
    assign: api.assign.handler(({ input: { profile_id: profileId, user_id: userId }, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        await assignConversation(tx, actor, { profileId, userId, now: clock.now() });
        return {};
      }),
    ),
    markUnread: api.markUnread.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const conversation = await requireConversation(tx, actor, { profileId: input.profile_id, reader: readerOf(actor) });
        await putBack(tx, conversation);
        await markUnread(tx, conversation, clock.now());
        return {};
      }),
    ),
  };
}

export function inboxRoutes({ database, clock }: ThreadServices) {
  const api = implement(inbox).$context<RequestContext>();
  return {
    unread: api.unread.handler(({ context: { actor } }) =>
      database.readInCompany(actor.company.id, async (tx) => ({
        count: await unreadThreads(tx, actor, { reader: readerOf(actor), now: clock.now() }),
      })),
    ),
  };
}
