import { implement } from '@orpc/server';
import { bannedLinks } from '@headwater/contract/banned-links';
import { readLink } from '@headwater/domain/profiles/links';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { deleteBan, insertBan, listBanned } from './store.ts';
import { pageWindow } from '#platform/page-window.ts';

export function bannedLinkRoutes({ database, clock }: { database: Database; clock: Clock }) {
  const api = implement(bannedLinks).$context<RequestContext>();
  return {
    list: api.list.handler(({ input: { page, per_page: perPage, search } }) =>
      database.asSystem(async (tx) => {
        const { count, rows } = await listBanned(tx, { search, ...pageWindow(page, perPage) });
        const links = rows.map((row) => ({
          id: row.id,
          url: row.url,
          banned_by: row.banned_by === null ? null : { id: row.banned_by, name: row.user_name },
          banned_at: row.banned_at.toISOString(),
        }));
        return { links, count, pages: pagesOf({ page, perPage, count }) };
      }),
    ),
    ban: api.ban.handler(({ input: { url }, context: { actor } }) =>
      database.asSystem(async (tx) => {
        if (!readLink(url)) throw new FieldErrors({ url: 'field_url' });
        if (!(await insertBan(tx, { url, userId: actor.userId, now: clock.now() }))) throw new FieldErrors({ url: 'link_banned_already' });
        return { url };
      }),
    ),
    unban: api.unban.handler(({ input: { query, body } }) =>
      database.asSystem(async (tx) => {
        const url = query.url ?? body?.url;
        if (url === undefined) throw new FieldErrors({ url: 'field_empty' });
        if (!(await deleteBan(tx, url))) throw new FieldErrors({ url: 'link_not_banned' });
        return { url };
      }),
    ),
  };
}
