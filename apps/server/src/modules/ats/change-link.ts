import { type AtsVendorName, atsVendors } from '@headwater/domain/ats/vendors';
import type { Actor } from '@headwater/domain/roles';
import type { Connection } from '#modules/connections/public.ts';
import { visibleProfileIds } from '#modules/profiles/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { publish } from '#platform/events/store.ts';
import { accountOf, type AtsServices, callVendor, requireConnection, titleOf } from './services.ts';
import { findLink, listApplications, saveReadPerson, setUpdates } from './store/links.ts';

interface Linked {
  vendor: AtsVendorName;
  profileId: number;
}

/** Throws not_found for a hidden profile, ats_not_sent for one without a link. */
async function requireLink(tx: Tx, actor: Actor, { vendor, profileId, connection }: Linked & { connection: Connection }) {
  const link = await findLink(tx, accountOf(connection), profileId);
  if (!link || link.deleted_at !== null) throw new AppError('ats_not_sent', titleOf(vendor));
  return link;
}

async function requireProfile(tx: Tx, profileId: number): Promise<void> {
  if (!(await visibleProfileIds(tx, [profileId])).has(profileId)) throw new AppError('not_found');
}

/** ATS-049 to ATS-052, ATS-058 */
export const changeUpdates = (
  { database }: AtsServices,
  actor: Actor,
  { vendor, profileId, hasUpdates }: Linked & { hasUpdates: boolean },
): Promise<{ updates_subscription: boolean }> =>
  database.inCompany(actor.company.id, async (tx) => {
    await requireProfile(tx, profileId);
    if (!atsVendors[vendor].hasUpdates) throw new AppError('ats_no_updates', titleOf(vendor));
    const connection = await requireConnection(tx, actor, vendor);
    const link = await requireLink(tx, actor, { vendor, profileId, connection });
    await setUpdates(tx, link.id, hasUpdates);
    await publish(tx, { companyId: actor.company.id, topic: 'ats', ids: [profileId] });
    return { updates_subscription: hasUpdates };
  });

/** ATS-044. Ends only applications that this installation created. */
export async function withdraw(
  services: AtsServices,
  actor: Actor,
  { vendor, profileId, jobId }: Linked & { jobId: string },
): Promise<void> {
  const { database, clock } = services;
  const inCompany = <Result>(work: (tx: Tx) => Promise<Result>) => database.inCompany(actor.company.id, work);
  const { connection, link, application } = await inCompany(async (tx) => {
    await requireProfile(tx, profileId);
    const found = await requireConnection(tx, actor, vendor);
    const own = await requireLink(tx, actor, { vendor, profileId, connection: found });
    const applications = await listApplications(tx, [own.id]);
    return { connection: found, link: own, application: applications.find((row) => row.job_id === jobId && row.is_own) };
  });
  if (!application) throw new AppError('ats_not_in_job', titleOf(vendor));
  const person = await callVendor(services, { connection, vendor }, async (client) => {
    await client.withdraw(application.application_id);
    return (await client.readPeople([link.person_id])).people[0];
  });
  await inCompany(async (tx) => {
    if (person) await saveReadPerson(tx, link, { person, now: clock.now() });
    await publish(tx, { companyId: actor.company.id, topic: 'ats', ids: [profileId] });
  });
}
