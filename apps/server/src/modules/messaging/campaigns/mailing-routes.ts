import { implement } from '@orpc/server';
import { mailings } from '@headwater/contract/mailings';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { requireVacancy, visibleVacancies } from '#modules/vacancies/public.ts';
import { addFound } from './recipients/add-found.ts';
import { addToMailing } from './recipients/add-recipients.ts';
import { launchInfoOf } from './launch/launch-info.ts';
import { launchMailing, openForLaunch, relaunchFailed, stopMailing } from './launch/launch.ts';
import { countMissingValues } from './launch/missing-values.ts';
import { requireMailing } from './mailings/require-mailing.ts';
import { changeMailing, createMailing, removeMailing } from './mailings/save-mailing.ts';
import { showRecipients, type ShowingServices } from './recipients/show-recipients.ts';
import { undoLaunch } from './launch/undo-launch.ts';
import { presentMailing, presentMailings } from './present.ts';
import { recipientRoutes } from './recipient-routes.ts';
import type { AddingServices, MailingServices } from './services.ts';
import { listMailings, type MailingFilter, type MailingRow } from './store/mailings.ts';
import { listRecipients, type RecipientFilter } from './store/recipients.ts';
import { pageWindow } from '#platform/page-window.ts';

export async function mailingPage(
  tx: Tx,
  actor: Actor,
  {
    page,
    per_page: perPage,
    now,
    ...filter
  }: Omit<MailingFilter, 'userId' | 'isVisible' | 'limit' | 'offset'> & { page: number; per_page: number; now: Date },
) {
  const { rows, count } = await listMailings(tx, {
    ...filter,
    userId: actor.userId,
    isVisible: async (ids) => new Set((await visibleVacancies(tx, actor, ids)).map((row) => row.id)),
    limit: perPage,
    offset: (page - 1) * perPage,
  });
  return { lists: await presentMailings(tx, actor, { rows, now }), count, pages: pagesOf({ page, perPage, count }) };
}

export async function recipientsPage(
  tx: Tx,
  { actor, services }: { actor: Actor; services: ShowingServices },
  { page, per_page: perPage, ...filter }: Omit<RecipientFilter, 'limit' | 'offset'> & { page: number; per_page: number },
) {
  const { rows, count } = await listRecipients(tx, { ...filter, reader: actor, ...pageWindow(page, perPage) });
  const recipients = await showRecipients(tx, { actor, services }, { rows, now: filter.now });
  return { recipients, count, pages: pagesOf({ page, perPage, count }) };
}

export function mailingRoutes(services: MailingServices & AddingServices) {
  const { database, clock } = services;
  const api = implement(mailings).$context<RequestContext>();
  const run = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => database.inCompany(actor.company.id, work);
  const answer = (actor: Actor, work: (tx: Tx) => Promise<MailingRow>) =>
    run(actor, async (tx) => presentMailing(tx, actor, { row: await work(tx), now: clock.now() }));
  return {
    ...recipientRoutes(services),
    list: api.list.handler(({ input: { folder_id: folderId, ...input }, context: { actor } }) =>
      run(actor, async (tx) => {
        if (folderId !== undefined) await requireVacancy(tx, actor, { id: folderId });
        const { lists, ...page } = await mailingPage(tx, actor, { ...input, folderId, kind: 'mass', now: clock.now() });
        return { mailing_lists: lists, ...page };
      }),
    ),
    create: api.create.handler(({ input, context: { actor } }) =>
      answer(actor, (tx) => {
        if (input.folder_id === undefined) throw new FieldErrors({ folder: 'field_empty' });
        return createMailing(tx, actor, { ...input, folder_id: input.folder_id, kind: 'mass', now: clock.now() });
      }),
    ),
    replace: api.replace.handler(({ input: { mailing_list_id: id, ...input }, context: { actor } }) =>
      answer(actor, (tx) => changeMailing(tx, actor, { ...input, id, now: clock.now() })),
    ),
    get: api.get.handler(({ input: { id }, context: { actor } }) => answer(actor, (tx) => requireMailing(tx, actor, { id }))),
    update: api.update.handler(({ input, context: { actor } }) =>
      answer(actor, (tx) => changeMailing(tx, actor, { ...input, now: clock.now() })),
    ),
    remove: api.remove.handler(({ input: { id }, context: { actor } }) =>
      run(actor, async (tx) => {
        await removeMailing(tx, actor, { id, keepsHistory: true, now: clock.now() });
        return { id };
      }),
    ),
    launchInfo: api.launchInfo.handler(({ input: { id, leave_out: leaveOut, ...plan }, context: { actor } }) =>
      run(actor, async (tx) => {
        const mailing = await requireMailing(tx, actor, { id });
        return launchInfoOf(tx, { actor, services }, { mailing, leaveOut, plan });
      }),
    ),
    missingValues: api.missingValues.handler(({ input: { id }, context: { actor } }) =>
      run(actor, async (tx) => countMissingValues(tx, actor, await requireMailing(tx, actor, { id }))),
    ),
    launch: api.launch.handler(async ({ input, context: { actor } }) => {
      const opened = input.open_contacts ? await run(actor, (tx) => openForLaunch(tx, { actor, services }, input)) : 0;
      return run(actor, (tx) => launchMailing(tx, { actor, services }, { ...input, opened }));
    }),
    undoLaunch: api.undoLaunch.handler(({ input: { id }, context: { actor } }) =>
      answer(actor, (tx) => undoLaunch(tx, actor, { id, clock })),
    ),
    stop: api.stop.handler(({ input: { id }, context: { actor } }) =>
      answer(actor, (tx) => stopMailing(tx, actor, { id, now: clock.now() })),
    ),
    relaunchFailed: api.relaunchFailed.handler(({ input: { id }, context: { actor } }) =>
      run(actor, (tx) => relaunchFailed(tx, { actor, services }, { id })),
    ),
    recipients: api.recipients.handler(({ input: { id, ...input }, context: { actor } }) =>
      run(actor, async (tx) => {
        await requireMailing(tx, actor, { id });
        return recipientsPage(tx, { actor, services }, { ...input, mailingId: id, now: clock.now() });
      }),
    ),
    addAll: api.addAll.handler(({ input, context: { actor } }) => addFound(services, actor, input)),
    addRecipients: api.addRecipients.handler(({ input: { mailing_list_id: id, ...input }, context: { actor } }) =>
      run(actor, async (tx) => {
        const mailing = await requireMailing(tx, actor, { id, right: 'send' });
        return addToMailing(tx, actor, { mailing, input: { ...input, now: clock.now() } });
      }),
    ),
  };
}
