import { implement } from '@orpc/server';
import { outreach } from '@headwater/contract/outreach';
import type { Actor } from '@headwater/domain/roles';
import type { RequestContext } from '#platform/http/context.ts';
import { threadPage, wholeThread } from './actions/list-threads.ts';
import type { SendServices } from './actions/send-message.ts';
import type { MessageReader } from './store/messages.ts';

/** Messages by person: the inbox, and one conversation. */
export function threadRoutes({ database, clock, openFolders }: Pick<SendServices, 'database' | 'clock' | 'openFolders'>) {
  const api = implement(outreach).$context<RequestContext>();
  const readerOf = (actor: Actor): MessageReader => ({
    userId: actor.userId,
    actor,
    openFolders: (tx, folderIds) => openFolders(tx, actor, folderIds),
  });
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
