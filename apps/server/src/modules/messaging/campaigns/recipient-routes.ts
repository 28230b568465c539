import { implement } from '@orpc/server';
import { mailings } from '@headwater/contract/mailings';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { requireProfile } from '#modules/profiles/public.ts';
import { changeRecipient, deleteRecipients, resumeRecipient, stopRecipient } from './recipients/change-recipient.ts';
import { mailingStatusesOf } from './launch/mailing-statuses.ts';
import { previewRecipient } from './launch/preview.ts';
import { type OwnRecipient, requireRecipient } from './mailings/require-mailing.ts';
import { showRecipients } from './recipients/show-recipients.ts';
import { whyNotSent } from './recipients/why-not-sent.ts';
import type { MailingServices } from './services.ts';

export function recipientRoutes(services: MailingServices) {
  const { database, clock } = services;
  const api = implement(mailings).$context<RequestContext>();
  const run = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => database.inCompany(actor.company.id, work);

  async function present(tx: Tx, actor: Actor, { recipient }: OwnRecipient) {
    const [view] = await showRecipients(tx, { actor, services }, { rows: [recipient], now: clock.now(), whole: true });
    if (!view) throw new AppError('not_found');
    return view;
  }
  const answer = (actor: Actor, work: (tx: Tx) => Promise<OwnRecipient>) => run(actor, async (tx) => present(tx, actor, await work(tx)));

  return {
    recipient: api.recipient.handler(({ input: { id }, context: { actor } }) =>
      answer(actor, (tx) => requireRecipient(tx, actor, { id, now: clock.now() })),
    ),
    updateRecipient: api.updateRecipient.handler(({ input, context: { actor } }) =>
      answer(actor, (tx) => changeRecipient(tx, actor, { ...input, now: clock.now() })),
    ),
    stopRecipient: api.stopRecipient.handler(({ input: { id }, context: { actor } }) =>
      answer(actor, (tx) => stopRecipient(tx, actor, { id, now: clock.now() })),
    ),
    resumeRecipient: api.resumeRecipient.handler(({ input: { id }, context: { actor } }) =>
      answer(actor, (tx) => resumeRecipient(tx, actor, { id, now: clock.now() })),
    ),
    removeRecipient: api.removeRecipient.handler(({ input: { id }, context: { actor } }) =>
      run(actor, async (tx) => {
        await deleteRecipients(tx, actor, { ids: [id], now: clock.now() });
        return { id };
      }),
    ),
    removeRecipients: api.removeRecipients.handler(({ input: { ids }, context: { actor } }) =>
      run(actor, async (tx) => ({ removed_ids: await deleteRecipients(tx, actor, { ids, now: clock.now() }) })),
    ),
    preview: api.preview.handler(({ input: { id }, context: { actor } }) =>
      run(actor, async (tx) => {
        const own = await requireRecipient(tx, actor, { id, now: clock.now() });
        return previewRecipient(tx, { actor, services }, { ...own, now: clock.now() });
      }),
    ),
    why: api.why.handler(({ input: { id }, context: { actor, language } }) =>
      run(actor, async (tx) => {
        const own = await requireRecipient(tx, actor, { id, now: clock.now() });
        return whyNotSent(tx, { actor, language, services }, own);
      }),
    ),
    statuses: api.statuses.handler(({ input: { profile_id: profileId }, context: { actor } }) =>
      run(actor, async (tx) => {
        await requireProfile(tx, profileId);
        return { statuses: await mailingStatusesOf(tx, actor, { profileId, now: clock.now() }) };
      }),
    ),
  };
}
