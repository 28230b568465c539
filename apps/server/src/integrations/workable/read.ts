import type { AtsVacancy } from '@headwater/contract/ats';
import type { AtsApplication, AtsClient, AtsPerson } from '#modules/connections/ats-port.ts';
import { ServiceError } from '#platform/fetch/service-api.ts';
import type { WorkableCalls } from './calls.ts';
import { candidate, type Candidate, job, type Job, oneCandidate } from './wire.ts';

/** Each person is two requests, and an account token has ten in ten seconds. */
export const readAtOnce = 4;

/** A person has few candidates. An ignored filter would list everyone. */
const pagesOfPerson = 3;

const presentJob = ({ shortcode, title, location, department, url }: Job): AtsVacancy => ({
  id: shortcode,
  title,
  location: location?.location_str ?? ([location?.city, location?.country].filter(Boolean).join(', ') || null),
  department: department || null,
  status: 'open',
  url: url ?? null,
});

const presentApplication = ({ id, job: of, stage, disqualified, hired_at: hiredAt }: Candidate): AtsApplication => ({
  id,
  jobId: of?.shortcode ?? null,
  jobTitle: of?.title ?? null,
  status: disqualified ? 'disqualified' : hiredAt ? 'hired' : 'active',
  stage: stage ?? null,
  isActive: !disqualified,
});

/** Workable lists the oldest first. */
const newestFirst = (rows: readonly Candidate[]) =>
  rows.toReversed().toSorted((one, other) => (other.created_at ?? '').localeCompare(one.created_at ?? ''));

/** Workable has a candidate per job. Those with one address are one person. */
export const presentPerson = (id: string, rows: readonly Candidate[]): AtsPerson => ({
  id,
  name: rows[0]?.name ?? rows[0]?.email ?? id,
  url: rows[0]?.profile_url ?? null,
  applications: rows.map(presentApplication),
});

async function listSame(calls: WorkableCalls, email: string): Promise<Candidate[]> {
  const rows = await calls.list(candidate, 'candidates', { query: { email }, pages: pagesOfPerson });
  return rows.filter((row) => row.email?.toLowerCase() === email.toLowerCase());
}

export const readingCalls = (calls: WorkableCalls): Pick<AtsClient, 'jobs' | 'findPeople' | 'readPeople'> => ({
  async jobs() {
    const jobs = await calls.list(job, 'jobs', { query: { state: 'published' } });
    return jobs.filter(({ state }) => state === 'published').map(presentJob);
  },
  async findPeople(emails) {
    const people: AtsPerson[] = [];
    for (const email of emails) {
      const rows = newestFirst(await listSame(calls, email));
      // The oldest candidate names the person, also after others are added.
      const oldest = rows.at(-1);
      if (oldest) people.push(presentPerson(oldest.id, rows));
    }
    return people;
  },
  async readPeople(ids) {
    const people: AtsPerson[] = [];
    const gone: string[] = [];
    for (const id of ids)
      try {
        const { candidate: row } = await calls.one(oneCandidate, `/candidates/${encodeURIComponent(id)}`);
        const same = row.email ? await listSame(calls, row.email) : [];
        people.push(presentPerson(id, newestFirst([row, ...same.filter((each) => each.id !== id)])));
      } catch (error) {
        if (!(error instanceof ServiceError) || error.kind !== 'gone') throw error;
        gone.push(id);
      }
    return { people, gone };
  },
});
