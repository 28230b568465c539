import type { AtsExportInput } from '@headwater/contract/ats';
import { type AtsVendorName, atsVendors } from '@headwater/domain/ats/vendors';
import type { Actor } from '@headwater/domain/roles';
import { openClosedContacts, readableContacts } from '#modules/profiles/public/contacts.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { JobDefinition } from '#platform/jobs/define-job.ts';
import { accountOf, type AtsServices, callVendor, requireConnection, titleOf } from '../services.ts';
import { insertSends } from '../store/sends.ts';
import { chosenUserOf } from '../users.ts';
import type { SendInput } from './send-person.ts';

export interface SendServices extends AtsServices {
  sendJob: JobDefinition<SendInput>;
}

export type HowToSend = Pick<AtsExportInput, 'job_id' | 'as_prospect' | 'comment' | 'updates_subscription'>;

interface Start {
  actor: Actor;
  vendor: AtsVendorName;
  profileIds: readonly number[];
  how: HowToSend;
  /** A person without e-mail is an error here, not a row of the result. */
  isSingle?: boolean;
}

function requirePlace(vendor: AtsVendorName, { job_id: jobId, as_prospect: asProspect }: HowToSend): void {
  const { hasProspects } = atsVendors[vendor];
  if (asProspect && !hasProspects) throw new FieldErrors({ as_prospect: { key: 'ats_no_prospects', parts: titleOf(vendor) } });
  if (jobId === null && !asProspect) throw new FieldErrors({ job_id: 'ats_job_missing' });
}

/** ATS-039, ATS-057, ATS-059 to ATS-061 */
export async function startSend(services: SendServices, { actor, vendor, profileIds, how, isSingle = false }: Start) {
  const { database, clock, jobs, sendJob } = services;
  const { job_id: jobId, as_prospect: asProspect, comment, updates_subscription: hasUpdates } = how;
  const ids = [...new Set(profileIds)];
  if (ids.length === 0) throw new AppError('candidate_nobody_found');
  requirePlace(vendor, how);
  const connection = await database.inCompany(actor.company.id, (tx) => requireConnection(tx, actor, vendor));
  if (atsVendors[vendor].hasUsers && chosenUserOf(connection) === null) throw new AppError('ats_user_missing', titleOf(vendor));
  const open = await callVendor(services, { connection, vendor }, (client) => client.jobs());
  const job = open.find(({ id }) => id === jobId);
  if (jobId !== null && job?.status !== 'open') throw new FieldErrors({ job_id: { key: 'ats_job_closed', parts: titleOf(vendor) } });
  return database.inCompany(actor.company.id, async (tx) => {
    await openClosedContacts(tx, actor, { profileIds: ids, types: ['email', 'phone'], now: clock.now() });
    const addresses = isSingle ? await readableContacts(tx, actor, { profileIds: ids, types: ['email'] }) : undefined;
    if (addresses?.size === 0) throw new AppError('ats_no_email', titleOf(vendor));
    const { accountId } = accountOf(connection);
    const started = await jobs.run(tx, sendJob, {
      actor,
      input: { vendor, accountId, jobId, jobTitle: job?.title ?? null, asProspect, comment, hasUpdates },
      total: ids.length,
      details: { ...titleOf(vendor), ...(job ? { job: job.title } : {}), ...(isSingle ? { profile: String(ids[0]) } : {}) },
    });
    await insertSends(tx, { companyId: actor.company.id, jobId: started.id }, ids);
    return { job_id: started.id, count: ids.length };
  });
}
