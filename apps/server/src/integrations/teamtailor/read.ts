import type { AtsVacancy } from '@headwater/contract/ats';
import type { AtsApplication, AtsClient, AtsPerson } from '#modules/connections/ats-port.ts';
import { ServiceError } from '#platform/fetch/service-api.ts';
import type { JsonApi } from './json-api.ts';
import { relatedIds, type Resource, textOf } from './wire.ts';

/** Teamtailor has no filter by ids: each person is a request. */
export const readAtOnce = 10;

const withApplications = { include: 'job-applications,job-applications.job,job-applications.stage' };

const nameOf = (row: Resource) =>
  [textOf(row, 'first-name'), textOf(row, 'last-name')].filter(Boolean).join(' ') || textOf(row, 'email') || row.id;

/** A person in no job is in the base: Teamtailor calls them connected. */
export const inBase = (personId: string): AtsApplication => ({
  id: `connected ${personId}`,
  jobId: null,
  jobTitle: null,
  status: 'connected',
  stage: null,
  isActive: true,
});

export function presentPerson(row: Resource, included: readonly Resource[]): AtsPerson {
  const find = (type: string, id: string | undefined) => included.find((each) => each.type === type && each.id === id);
  const applications = relatedIds(row, 'job-applications').flatMap((id): AtsApplication[] => {
    const application = find('job-applications', id);
    if (!application) return [];
    const [jobId = null] = relatedIds(application, 'job');
    const job = find('jobs', jobId ?? undefined);
    const stage = find('stages', relatedIds(application, 'stage')[0]);
    const isRejected = textOf(application, 'rejected-at') !== null;
    return [
      {
        id,
        jobId,
        jobTitle: job ? textOf(job, 'title') : null,
        status: isRejected ? 'rejected' : 'active',
        stage: stage ? textOf(stage, 'name') : null,
        isActive: !isRejected,
      },
    ];
  });
  return { id: row.id, name: nameOf(row), url: null, applications: applications.length === 0 ? [inBase(row.id)] : applications };
}

const statuses: Readonly<Record<string, AtsVacancy['status']>> = { published: 'open', unlisted: 'open', open: 'open', archived: 'closed' };

function presentJob(row: Resource, included: readonly Resource[]): AtsVacancy {
  const namesOf = (type: string, ids: readonly string[]) =>
    included
      .filter((each) => each.type === type && ids.includes(each.id))
      .map((each) => textOf(each, 'city') ?? textOf(each, 'name'))
      .filter(Boolean)
      .join(', ') || null;
  const url = row.links?.['careersite-job-url'];
  return {
    id: row.id,
    title: textOf(row, 'title') ?? row.id,
    location: namesOf('locations', relatedIds(row, 'locations')),
    department: namesOf('departments', relatedIds(row, 'department')),
    status: statuses[textOf(row, 'human-status') ?? textOf(row, 'status') ?? ''] ?? 'draft',
    url: typeof url === 'string' ? url : null,
  };
}

/** Jobs of these lists accept candidates. */
const openLists = ['published', 'unlisted'];

export const readingCalls = (json: JsonApi): Pick<AtsClient, 'jobs' | 'findPeople' | 'readPeople'> => ({
  async jobs() {
    const jobs = new Map<string, AtsVacancy>();
    for (const status of openLists) {
      const { rows, included } = await json.list('/jobs', { 'filter[status]': status, include: 'department,locations' });
      for (const row of rows) jobs.set(row.id, presentJob(row, included));
    }
    return [...jobs.values()].filter(({ status }) => status === 'open');
  },
  async findPeople(emails) {
    const people = new Map<string, AtsPerson>();
    for (const email of emails) {
      const { rows, included } = await json.list('/candidates', { 'filter[email]': email, ...withApplications });
      // An ignored filter would name everyone.
      const same = rows.filter((row) => textOf(row, 'email')?.toLowerCase() === email.toLowerCase());
      for (const row of same) people.set(row.id, presentPerson(row, included));
    }
    return [...people.values()].toSorted((one, other) => Number(other.id) - Number(one.id));
  },
  async readPeople(ids) {
    const people: AtsPerson[] = [];
    const gone: string[] = [];
    for (const id of ids)
      try {
        const { data, included } = await json.read(`/candidates/${encodeURIComponent(id)}`, withApplications);
        people.push(presentPerson(data, included));
      } catch (error) {
        if (!(error instanceof ServiceError) || error.kind !== 'gone') throw error;
        gone.push(id);
      }
    return { people, gone };
  },
});
