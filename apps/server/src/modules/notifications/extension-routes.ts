import { implement } from '@orpc/server';
import {
  type ExtensionNotification,
  type ExtensionNotificationInput,
  extensionNotifications,
} from '@headwater/contract/extension-notifications';
import { commaList } from '@headwater/domain/text/comma-list';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import {
  deleteExtension,
  type ExtensionColumns,
  type ExtensionRow,
  findExtension,
  insertExtension,
  listExtension,
  updateExtension,
} from './extension-store.ts';
import { pageWindow } from '#platform/page-window.ts';

const lists = ['sites', 'versions_shown', 'versions_hidden'] as const;

function view({ created_by: _author, ...row }: ExtensionRow): ExtensionNotification {
  const texts = Object.fromEntries(lists.map((name) => [name, row[name].join(',')])) as Record<(typeof lists)[number], string>;
  return { ...row, ...texts, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() };
}

/** NOTF-042: rejects a description in only one language, at the other language's field. */
function columnsOf(input: ExtensionNotificationInput): ExtensionColumns {
  const { description_en: english, description_ru: russian } = input;
  if ((english === '') !== (russian === ''))
    throw new FieldErrors({ [english === '' ? 'description_en' : 'description_ru']: 'notification_both_languages' });
  return {
    ...input,
    sites: commaList(input.sites.toLowerCase()),
    versions_shown: commaList(input.versions_shown),
    versions_hidden: commaList(input.versions_hidden),
  };
}

const found = (row: ExtensionRow | undefined): ExtensionNotification => {
  if (!row) throw new AppError('not_found');
  return view(row);
};

export function extensionNotificationRoutes({ database, clock }: { database: Database; clock: Clock }) {
  const api = implement(extensionNotifications).$context<RequestContext>();
  return {
    list: api.list.handler(({ input: { page, per_page: limit, search, access_type: accessType } }) =>
      database.asSystem(async (tx) => {
        const { count, rows } = await listExtension(tx, { search, accessType, ...pageWindow(page, limit) });
        return { notifications: rows.map(view), count, pages: pagesOf({ page, perPage: limit, count }) };
      }),
    ),
    create: api.create.handler(({ input, context: { actor } }) =>
      database.asSystem(async (tx) => view(await insertExtension(tx, columnsOf(input), { userId: actor.userId, now: clock.now() }))),
    ),
    find: api.find.handler(({ input: { id } }) => database.asSystem(async (tx) => found(await findExtension(tx, id)))),
    save: api.save.handler(({ input: { id, ...input } }) =>
      database.asSystem(async (tx) => found(await updateExtension(tx, columnsOf(input), { id, now: clock.now() }))),
    ),
    remove: api.remove.handler(({ input: { id } }) =>
      database.asSystem(async (tx) => {
        if (!(await deleteExtension(tx, id))) throw new AppError('not_found');
        return {};
      }),
    ),
  };
}
