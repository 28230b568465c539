import { implement } from '@orpc/server';
import { type SystemNotification, type SystemNotificationInput, systemNotifications } from '@headwater/contract/system-notifications';
import { readHttpLink } from '@headwater/domain/http-link';
import type { Actor } from '@headwater/domain/roles';
import { commaList } from '@headwater/domain/text/comma-list';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { editorHtml } from '#platform/mail/editor-html.ts';
import { addresseeOf } from './own.ts';
import {
  deleteSystem,
  findSystem,
  insertSystem,
  listOwn,
  listSystem,
  saveStatus,
  type SystemColumns,
  type SystemRow,
  unknownCompany,
  updateSystem,
} from './system-store.ts';
import { pageWindow } from '#platform/page-window.ts';

const view = ({ company_ids: ids, created_by: _author, ...row }: SystemRow): SystemNotification => ({
  ...row,
  company_ids: ids.join(','),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

async function columnsOf(tx: Tx, { company_ids: companies, ...input }: SystemNotificationInput): Promise<SystemColumns> {
  const content = editorHtml(input.content);
  if (content === '') throw new FieldErrors({ content: 'field_empty' });
  if (input.button_link !== '' && input.button_text === '') throw new FieldErrors({ button_text: 'notification_button_text' });
  if (input.start_date !== null && input.end_date !== null && input.end_date < input.start_date)
    throw new FieldErrors({ end_date: 'notification_dates' });
  const ids = commaList(companies).map(Number);
  const unknown = await unknownCompany(tx, ids);
  if (unknown !== undefined)
    throw new FieldErrors({ company_ids: { key: 'notification_company_unknown', parts: { id: String(unknown) } } });
  return { ...input, content, button_link: readHttpLink(input.button_link) ?? '', company_ids: ids };
}

interface Services {
  database: Database;
  clock: Clock;
}

export function systemNotificationRoutes({ database, clock }: Services) {
  const api = implement(systemNotifications).$context<RequestContext>();
  const requireSystem = async (tx: Tx, id: number) => {
    const row = await findSystem(tx, id, clock.now());
    if (!row) throw new AppError('not_found');
    return view(row);
  };
  const act = (actor: Actor, { id, status }: { id: number; status: 'read' | 'hidden' }) =>
    database.inCompany(actor.company.id, async (tx) => {
      // Staff who impersonate a user see no notifications and must not change their status.
      if (actor.originalUserId !== undefined) throw new AppError('not_while_acting');
      const now = clock.now();
      const [own] = await listOwn(tx, addresseeOf(actor), { now, id });
      if (!own) throw new AppError('not_found');
      return { id, status: await saveStatus(tx, { id, status, userId: actor.userId, companyId: actor.company.id, now }) };
    });
  return {
    list: api.list.handler(({ input: { page, limit, search, state } }) =>
      database.asSystem(async (tx) => {
        const { count, rows } = await listSystem(tx, { search, state, now: clock.now(), ...pageWindow(page, limit) });
        return { system_notifications: rows.map(view), count, pages: pagesOf({ page, perPage: limit, count }) };
      }),
    ),
    create: api.create.handler(({ input, context: { actor } }) =>
      database.asSystem(async (tx) => {
        const columns = await columnsOf(tx, input);
        return requireSystem(tx, await insertSystem(tx, columns, { userId: actor.userId, now: clock.now() }));
      }),
    ),
    find: api.find.handler(({ input: { id } }) => database.asSystem((tx) => requireSystem(tx, id))),
    save: api.save.handler(({ input: { id, ...input } }) =>
      database.asSystem(async (tx) => {
        const columns = await columnsOf(tx, input);
        if (!(await updateSystem(tx, columns, { id, now: clock.now() }))) throw new AppError('not_found');
        return requireSystem(tx, id);
      }),
    ),
    remove: api.remove.handler(({ input: { id } }) =>
      database.asSystem(async (tx) => {
        if (!(await deleteSystem(tx, id))) throw new AppError('not_found');
        return {};
      }),
    ),
    markRead: api.markRead.handler(({ input: { id }, context: { actor } }) => act(actor, { id, status: 'read' })),
    hide: api.hide.handler(({ input: { id }, context: { actor } }) => act(actor, { id, status: 'hidden' })),
  };
}
