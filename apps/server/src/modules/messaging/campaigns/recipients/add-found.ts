import { maxBulk } from '@headwater/contract/candidates';
import type { Ranking } from '@headwater/domain/query/rankings';
import type { Actor } from '@headwater/domain/roles';
import { AppError } from '#platform/errors.ts';
import type { AddingServices } from '../services.ts';
import type { MailingKind } from '../store/mailings.ts';
import { requireMayAdd, requireOpeningsFor } from './add-recipients.ts';
import { requireMailing } from '../mailings/require-mailing.ts';

export interface FoundInput {
  id: number;
  query: string;
  filters: string;
  sort: Ranking;
  folderId?: number | undefined;
  open_contacts: boolean;
}

/**
 * Adds all results of a search to a mailing. The search runs outside the transaction, because it
 * may be slow.
 */
export async function addFound(
  { database, clock, jobs, findAllIds, recipientsJob }: AddingServices,
  actor: Actor,
  { id, query, filters, sort, folderId, open_contacts: opensContacts, kind }: FoundInput & { kind?: MailingKind },
) {
  const required = { id, right: 'send' as const, ...(kind ? { kind } : {}) };
  await database.inCompany(actor.company.id, async (tx) => requireMayAdd(actor, await requireMailing(tx, actor, required)));
  const profiles = await findAllIds(actor, { query, filters, sort, ...(folderId === undefined ? {} : { folderId }) }, maxBulk);
  if (profiles.length === 0) throw new AppError('candidate_nobody_found');
  return database.inCompany(actor.company.id, async (tx) => {
    const mailing = await requireMailing(tx, actor, required);
    requireMayAdd(actor, mailing);
    const whom = { candidate_ids: [], profile_ids: profiles, open_contacts: opensContacts, now: clock.now() };
    await requireOpeningsFor(tx, actor, { mailing, input: whom });
    const input = { mailingId: mailing.id, profiles: [...profiles], opensContacts };
    const details = { mailing: mailing.name };
    const job = await jobs.run(tx, recipientsJob, { actor, input, total: profiles.length, details });
    return { job_id: job.id, name: mailing.name, recipients_count: profiles.length };
  });
}
