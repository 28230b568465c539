import { implement } from '@orpc/server';
import type { MailingRecipientView } from '@headwater/contract/mailing-recipients';
import { sequences } from '@headwater/contract/sequences';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { type FairTurns, requesterOf } from '#platform/fair-turns.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { addFound } from './recipients/add-found.ts';
import { addToMailing } from './recipients/add-recipients.ts';
import { recipientsCsv } from './recipients/export-recipients.ts';
import { relaunchFailed } from './launch/launch.ts';
import { requireMailing } from './mailings/require-mailing.ts';
import { changeMailing, createMailing, removeMailing } from './mailings/save-mailing.ts';
import { mailingPage, recipientsPage } from './mailing-routes.ts';
import { presentMailing } from './present.ts';
import { presentRecipients } from './recipients/present-recipients.ts';
import type { AddingServices, MailingServices } from './services.ts';
import type { MailingRow } from './store/mailings.ts';
import { listRecipients } from './store/recipients.ts';

const kind = 'sequence' as const;
const maxRows = 50_000;
const chunk = 500;

async function requireAccount(tx: Tx, { simCards }: Pick<MailingServices, 'simCards'>, id: number | null | undefined): Promise<void> {
  if (id && !(await simCards.has(tx, id))) throw new FieldErrors({ telegram_account_id: 'mailing_account_unknown' });
}

async function readRecipients(tx: Tx, actor: Actor, { id, ids, now }: { id: number; ids: number[] | undefined; now: Date }) {
  await requireMailing(tx, actor, { id, kind });
  if (!actor.permissions.export_csv) throw new AppError('forbidden');
  const { rows } = await listRecipients(tx, { mailingId: id, ...(ids ? { ids } : {}), now, limit: maxRows, offset: 0 });
  const shown: MailingRecipientView[] = [];
  for (let at = 0; at < rows.length; at += chunk) {
    shown.push(...(await presentRecipients(tx, actor, { rows: rows.slice(at, at + chunk), now })));
  }
  return recipientsCsv(shown, actor.language);
}

/** SEQ-025 to SEQ-033: a sequence is a kind of mailing. */
export function sequenceRoutes(services: MailingServices & AddingServices & { exportTurns: FairTurns }) {
  const { database, clock, exportTurns } = services;
  const api = implement(sequences).$context<RequestContext>();
  const run = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => database.inCompany(actor.company.id, work);
  const answer = (actor: Actor, work: (tx: Tx) => Promise<MailingRow>) =>
    run(actor, async (tx) => presentMailing(tx, actor, { row: await work(tx), now: clock.now() }));
  return {
    list: api.list.handler(({ input, context: { actor } }) =>
      run(actor, async (tx) => {
        const { lists, ...page } = await mailingPage(tx, actor, { ...input, kind, now: clock.now() });
        return { sequences: lists, ...page };
      }),
    ),
    create: api.create.handler(({ input, context: { actor } }) =>
      answer(actor, async (tx) => {
        await requireAccount(tx, services, input.telegram_account_id);
        return createMailing(tx, actor, { ...input, kind, now: clock.now() });
      }),
    ),
    get: api.get.handler(({ input: { id }, context: { actor } }) => answer(actor, (tx) => requireMailing(tx, actor, { id, kind }))),
    update: api.update.handler(({ input, context: { actor } }) =>
      answer(actor, async (tx) => {
        await requireAccount(tx, services, input.telegram_account_id);
        return changeMailing(tx, actor, { ...input, kind, now: clock.now() });
      }),
    ),
    remove: api.remove.handler(({ input: { params, query }, context: { actor } }) =>
      run(actor, async (tx) => {
        await removeMailing(tx, actor, { ...params, kind, keepsHistory: query.saveMessagingHistory, now: clock.now() });
        return params;
      }),
    ),
    recipients: api.recipients.handler(({ input: { id, profile_id: profileId, ...input }, context: { actor } }) =>
      run(actor, async (tx) => {
        await requireMailing(tx, actor, { id, kind });
        const profileIds = profileId === undefined ? undefined : [profileId];
        return recipientsPage(tx, { actor, services }, { ...input, mailingId: id, profileIds, now: clock.now() });
      }),
    ),
    addProfile: api.addProfile.handler(({ input: { id, profile_id: profileId, ...input }, context: { actor } }) =>
      run(actor, async (tx) => {
        const mailing = await requireMailing(tx, actor, { id, right: 'send', kind });
        const profileIds = profileId === undefined ? input.profile_ids : [profileId, ...input.profile_ids];
        if (profileIds.length === 0 && input.candidate_ids.length === 0) throw new FieldErrors({ profile_id: 'field_empty' });
        const source = input.source ?? (profileId === undefined ? undefined : 'profile');
        const { channels } = services;
        const added = await addToMailing(tx, actor, {
          mailing,
          channels,
          input: { ...input, source, profile_ids: profileIds, now: clock.now() },
        });
        if (profileId !== undefined && added.added_profile_ids.length + added.skipped === 0) throw new AppError('profile_not_found');
        return added;
      }),
    ),
    addAll: api.addAll.handler(({ input, context: { actor } }) => addFound(services, actor, { ...input, kind })),
    relaunchFailed: api.relaunchFailed.handler(({ input: { id }, context: { actor } }) =>
      run(actor, (tx) => relaunchFailed(tx, { actor, services }, { id, kind })),
    ),
    exportRecipients: api.exportRecipients.handler(async ({ input: { id, ids }, context }) => {
      const { actor } = context;
      const readTable = () => run(actor, (tx) => readRecipients(tx, actor, { id, ids, now: clock.now() }));
      const table = await exportTurns.run(requesterOf(context), readTable);
      return {
        headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="sequence-${id}.csv"` },
        body: new Blob([new Uint8Array(table)]).stream() as ReadableStream,
      };
    }),
  };
}
