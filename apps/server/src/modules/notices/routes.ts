import { implement } from '@orpc/server';
import { notices } from '@headwater/contract/notices';
import type { Actor } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { publish } from '#platform/events/store.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { listNotices, saveAllRead, saveKind, saveRead, settingsOf } from './store.ts';
import { type NoticePorts, visibleNotices } from './visible.ts';

interface NoticeServices {
  database: Database;
  clock: Clock;
  ports: NoticePorts;
  /** False where system e-mail goes nowhere. */
  sendsSystemMail: boolean;
}

/** The other windows of the person show it as well. */
const tell = (tx: Tx, { userId, company }: Actor) => publish(tx, { companyId: company.id, userId, topic: 'notices', ids: [] });

export function noticeRoutes({ database, clock, ports, sendsSystemMail }: NoticeServices) {
  const api = implement(notices).$context<RequestContext>();
  const visible = async (tx: Tx, actor: Actor, filter: Parameters<typeof listNotices>[2]) =>
    visibleNotices(tx, await listNotices(tx, actor.userId, filter), { actor, ports });
  const settings = async (tx: Tx, { userId }: Actor) => ({ settings: await settingsOf(tx, userId), email_available: sendsSystemMail });
  return {
    list: api.list.handler(({ input: { page, per_page: perPage, ...filter }, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const all = await visible(tx, actor, filter);
        const rows = all.slice((page - 1) * perPage, page * perPage);
        return { notices: rows, count: all.length, pages: pagesOf({ page, perPage, count: all.length }) };
      }),
    ),
    unread: api.unread.handler(({ context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => ({ count: (await visible(tx, actor, { unread: true })).length })),
    ),
    markRead: api.markRead.handler(({ input: { id, is_read: isRead }, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const [own] = await visible(tx, actor, { id });
        if (!own) throw new AppError('not_found');
        await saveRead(tx, id, isRead ? clock.now() : null);
        await tell(tx, actor);
        return {};
      }),
    ),
    markAllRead: api.markAllRead.handler(({ input: { up_to: upTo }, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        await saveAllRead(tx, { userId: actor.userId, upTo, at: clock.now() });
        await tell(tx, actor);
        return {};
      }),
    ),
    getSettings: api.getSettings.handler(({ context: { actor } }) => database.inCompany(actor.company.id, (tx) => settings(tx, actor))),
    saveSettings: api.saveSettings.handler(({ input: { kind, in_app: inApp, email }, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const before = (await settingsOf(tx, actor.userId)).find((each) => each.kind === kind);
        const next = { kind, in_app: inApp ?? before?.in_app ?? true, email: email ?? before?.email ?? false };
        await saveKind(tx, { companyId: actor.company.id, userId: actor.userId }, next);
        return settings(tx, actor);
      }),
    ),
  };
}
