import type { CandidateVacancies } from '@headwater/contract/ats';
import type { AtsVendorName } from '@headwater/domain/ats/vendors';
import type { Actor } from '@headwater/domain/roles';
import { closedContacts } from '#modules/profiles/public/contacts.ts';
import type { AtsClient, AtsPerson } from '#modules/connections/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { presentApplication } from './present.ts';
import { readPerson } from './read-person.ts';
import { type Account, findLink } from './store/links.ts';
import { accountOf, type AtsServices, callVendor, requireConnection, titleOf } from './services.ts';

interface Matched {
  emails: readonly string[];
  personId: string | undefined;
  hasUpdates: boolean;
}

/** Closed addresses are not used: a search would reveal them without a payment. */
async function findMatch(
  tx: Tx,
  actor: Actor,
  { account, profileId, vendor, now }: { account: Account; profileId: number; vendor: AtsVendorName; now: Date },
): Promise<Matched> {
  const about = await readPerson(tx, actor, profileId);
  if (!about) throw new AppError('not_found');
  const { emails } = about.person;
  const closed = await closedContacts(tx, actor, { profileIds: [profileId], types: ['email'], now });
  // CONT-017
  if (emails.length === 0 && closed.profileIds.length === 0) throw new AppError('ats_no_email', titleOf(vendor));
  const link = await findLink(tx, account, profileId);
  return { emails, personId: link?.person_id, hasUpdates: link?.has_updates ?? false };
}

async function findDuplicates(client: AtsClient, { emails, personId }: Matched): Promise<AtsPerson[]> {
  const linked = personId === undefined ? [] : (await client.readPeople([personId])).people;
  const found = emails.length === 0 ? [] : await client.findPeople(emails);
  return [...new Map([...linked, ...found].map((person) => [person.id, person])).values()];
}

/** ATS-031 to ATS-034 */
export async function candidateVacancies(
  services: AtsServices,
  actor: Actor,
  { vendor, profileId }: { vendor: AtsVendorName; profileId: number | undefined },
): Promise<CandidateVacancies> {
  const { database, clock } = services;
  const { connection, match } = await database.inCompany(actor.company.id, async (tx) => {
    const found = await requireConnection(tx, actor, vendor);
    const about = { account: accountOf(found), vendor, now: clock.now() };
    return { connection: found, match: profileId === undefined ? undefined : await findMatch(tx, actor, { ...about, profileId }) };
  });
  return callVendor(services, { connection, vendor }, async (client) => {
    const vacancies = await client.jobs();
    const people = match ? await findDuplicates(client, match) : [];
    const taken = new Set(people.flatMap(({ applications }) => applications.filter(({ isActive }) => isActive).map(({ jobId }) => jobId)));
    return {
      vacancies,
      duplicates: people.map(({ id, name, url, applications }) => ({
        candidate_id: id,
        candidate_name: name,
        url,
        applications: applications.map(presentApplication),
      })),
      new_vacancies: vacancies.filter(({ id }) => !taken.has(id)),
      updates_subscription: match?.hasUpdates ?? false,
      company_id: actor.company.id,
    };
  });
}
