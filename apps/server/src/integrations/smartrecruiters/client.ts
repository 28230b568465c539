import type { AtsVacancy } from '@headwater/contract/ats';
import type { AtsApplication, AtsClient, AtsPerson, PersonToSend, Place } from '#modules/connections/ats-port.ts';
import { multipartOf } from '#platform/fetch/multipart.ts';
import { ServiceError } from '#platform/fetch/service-api.ts';
import { pageOf } from './addresses.ts';
import type { SmartRecruitersCalls } from './calls.ts';
import { type Assignment, attachment, candidate, type Candidate, job, type Job, message, subscription } from './wire.ts';

/** Each person is a request. */
export const readAtOnce = 20;

const subscriptions = '/webhooks-api/v201907/subscriptions';
const events = ['application.created', 'application.status.updated', 'candidate.updated', 'candidate.deleted'];

const openStates = new Set(['CREATED', 'SOURCING', 'INTERVIEW', 'OFFER']);
const closedStates = new Set(['HIRED', 'FILLED', 'CANCELLED', 'ON_HOLD']);
const endedStates = new Set(['REJECTED', 'WITHDRAWN', 'HIRED', 'TRANSFERRED']);

const presentJob = ({ id, title, status, department, location }: Job): AtsVacancy => ({
  id,
  title,
  location: [location?.city, location?.country?.toUpperCase()].filter(Boolean).join(', ') || null,
  department: department?.label ?? null,
  status: openStates.has(status ?? '') ? 'open' : closedStates.has(status ?? '') ? 'closed' : 'draft',
  url: `https://www.smartrecruiters.com/app/jobs/details/${id}`,
});

/** SmartRecruiters names an application by the person and the job. */
const applicationId = (personId: string, jobId: string) => `${personId}/${jobId}`;

const presentApplication = (personId: string, { job: of, status, subStatus }: Assignment): AtsApplication[] =>
  of
    ? [
        {
          id: applicationId(personId, of.id),
          jobId: of.id,
          jobTitle: of.title ?? null,
          status: status ?? '',
          stage: subStatus ?? null,
          isActive: !endedStates.has(status ?? ''),
        },
      ]
    : [];

const presentPerson = ({ id, firstName, lastName, email, primaryAssignment, secondaryAssignments }: Candidate): AtsPerson => ({
  id,
  name: [firstName, lastName].filter(Boolean).join(' ') || (email ?? id),
  url: pageOf(id),
  applications: [primaryAssignment, ...(secondaryAssignments ?? [])].flatMap((each) => (each ? presentApplication(id, each) : [])),
});

const bodyOf = ({ firstName, lastName, emails, phones, links }: PersonToSend) => ({
  firstName: firstName || '-',
  lastName: lastName || '-',
  email: emails[0],
  phoneNumber: phones[0],
  web: webOf(links),
  // Without a tag, the customer sees only that an API added the person.
  tags: ['Headwater'],
});

function webOf(links: readonly string[]) {
  const linkedin = links.find((url) => /linkedin\.com/i.test(url));
  const website = links.find((url) => url !== linkedin);
  return { ...(linkedin ? { linkedin } : {}), ...(website ? { website } : {}) };
}

/** A mention would send an e-mail to a user. */
const withoutMentions = (text: string) => text.replaceAll(/([@#])\[/g, '$1 [');

const noteOf = (text: string, personId: string) => `${withoutMentions(text)} #[CANDIDATE:${personId}]`;

async function ignoreGone(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'gone') throw error;
  }
}

/** The Customer API. The Application API would act for the person, and write to them. */
export function openSmartRecruiters(calls: SmartRecruitersCalls): AtsClient {
  const apply = async (body: object, { jobId, jobTitle }: Place): Promise<{ person: AtsPerson; application: AtsApplication }> => {
    const created = await calls.write(candidate, `/jobs/${jobId ?? ''}/candidates`, body);
    const person = presentPerson(created);
    const of = { id: jobId ?? '', title: jobTitle };
    const [fresh] = presentApplication(created.id, { job: of, status: 'NEW', subStatus: null });
    const application = person.applications.find((each) => each.jobId === jobId) ?? (fresh as AtsApplication);
    return { person: { ...person, applications: [application] }, application };
  };

  return {
    abilities: { search: true, addToJob: true, attach: true, note: true },
    async jobs() {
      return (await calls.list(job, '/jobs')).map(presentJob).filter(({ status }) => status === 'open');
    },
    async findPeople(emails) {
      const found = new Map<string, Candidate>();
      for (const email of emails)
        for (const row of await calls.list(candidate, '/candidates', { q: email }))
          if (row.email?.toLowerCase() === email.toLowerCase()) found.set(row.id, row);
      return [...found.values()].map(presentPerson);
    },
    async readPeople(ids) {
      const people: AtsPerson[] = [];
      const gone: string[] = [];
      for (const id of ids)
        try {
          people.push(presentPerson(await calls.one(candidate, `/candidates/${id}`)));
        } catch (error) {
          if (!(error instanceof ServiceError) || error.kind !== 'gone') throw error;
          gone.push(id);
        }
      return { people, gone };
    },
    createCandidate: async ({ person, place }) => (await apply(bodyOf(person), place)).person,
    updateCandidate: () => Promise.reject(new ServiceError('rejected', 'SmartRecruiters accepts no updates')),
    // A known address adds an application to the known person.
    async addToJob({ id }, place) {
      const { firstName, lastName, email } = await calls.one(candidate, `/candidates/${id}`);
      return (await apply({ firstName: firstName ?? '-', lastName: lastName ?? '-', email }, place)).application;
    },
    async withdraw(id) {
      const [personId, jobId] = id.split('/');
      const path = `/candidates/${personId}/jobs/${jobId}/status`;
      await calls.act({ method: 'PUT', path, body: JSON.stringify({ status: 'WITHDRAWN' }) });
    },
    erase: (id) => calls.act({ method: 'DELETE', path: `/candidates/${encodeURIComponent(id)}` }),
    async attach({ name, mediaType, bytes }, { person: { id }, isRepeat }) {
      const path = `/candidates/${id}/attachments`;
      if (isRepeat && (await calls.list(attachment, path)).some((known) => known.name === name)) return;
      const form = await multipartOf({ field: 'file', name, mediaType, bytes, fields: { attachmentType: 'RESUME' } });
      await calls.act({ method: 'POST', path, ...form });
    },
    async note(text, { person: { id }, isRepeat }) {
      const content = noteOf(text, id);
      if (isRepeat && (await calls.list(message, '/messages', { candidateId: id })).some((known) => known.content === content)) return;
      const shareWith = { users: [], hiringTeamOf: [], everyone: false, openNote: true };
      await calls.act({ method: 'POST', path: '/messages/shares', body: JSON.stringify({ content, shareWith }) });
    },
    async subscribe(callbackUrl) {
      const { id } = await calls.write(subscription, subscriptions, { callbackUrl, events });
      try {
        await calls.act({ method: 'PUT', path: `${subscriptions}/${id}/activation` });
      } catch (error) {
        await ignoreGone(calls.act({ method: 'DELETE', path: `${subscriptions}/${id}` }));
        throw error;
      }
      return { ids: [id], keys: [] };
    },
    async unsubscribe(ids) {
      for (const id of ids) await ignoreGone(calls.act({ method: 'DELETE', path: `${subscriptions}/${id}` }));
    },
  };
}
