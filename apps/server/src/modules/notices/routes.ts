import { implement } from '@orpc/server';
import { notices } from '@headwater/contract/notices';
import { type Actor, isSuperUser } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { publish } from '#platform/events/store.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { type BrowserServices, browserRoutes } from './push-routes.ts';
import { defaultsOf, listNotices, saveAllRead, saveKind, saveRead, settingsOf } from './store.ts';
import { type NoticePorts, visibleNotices } from './visible.ts';

interface NoticeServices extends BrowserServices {
  ports: NoticePorts;
  sendsSystemMail: boolean;
}

/** Notices stay unread for impersonating staff. */
const isActing = ({ originalUserId }: Actor): boolean => originalUserId !== undefined;

/** Updates the user's other windows. */
const publishNotices = (tx: Tx, { userId, company }: Actor) => publish(tx, { companyId: company.id, userId, topic: 'notices', ids: [] });

export function noticeRoutes(services: NoticeServices) {
  const { database, clock, ports, sendsSystemMail, service } = services;
  const api = implement(notices).$context<RequestContext>();
  const visible = async (tx: Tx, actor: Actor, filter: Parameters<typeof listNotices>[2]) =>
    visibleNotices(tx, await listNotices(tx, actor.userId, filter), { actor, ports });
  const settings = async (actor: Actor, save?: (tx: Tx) => Promise<void>) => {
    const key = service && !isActing(actor) ? await service.publicKey() : null;
    return database.inCompany(actor.company.id, async (tx) => {
      await save?.(tx);
      const kinds = (await settingsOf(tx, actor.userId)).filter(({ kind }) => kind !== 'installation' || isSuperUser(actor));
      return { settings: kinds, email_available: sendsSystemMail, push_key: key };
    });
  };
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
        if (isActing(actor)) return own;
        await saveRead(tx, id, isRead ? clock.now() : null);
        await publishNotices(tx, actor);
        return { ...own, is_read: isRead };
      }),
    ),
    markAllRead: api.markAllRead.handler(({ input: { up_to: upTo }, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        if (isActing(actor)) return {};
        await saveAllRead(tx, { userId: actor.userId, upTo, at: clock.now() });
        await publishNotices(tx, actor);
        return {};
      }),
    ),
    getSettings: api.getSettings.handler(({ context: { actor } }) => settings(actor)),
    saveSettings: api.saveSettings.handler(({ input: { kind, in_app: inApp, email, push }, context: { actor } }) =>
      settings(actor, async (tx) => {
        const before = (await settingsOf(tx, actor.userId)).find((each) => each.kind === kind);
        const next = {
          kind,
          in_app: inApp ?? before?.in_app ?? true,
          email: email ?? before?.email ?? defaultsOf(kind).email,
          push: push ?? before?.push ?? true,
        };
        await saveKind(tx, { companyId: actor.company.id, userId: actor.userId }, next);
      }),
    ),
    ...browserRoutes(services),
  };
}
