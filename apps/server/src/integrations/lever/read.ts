import type { AtsVacancy } from '@headwater/contract/ats';
import type { z } from 'zod';
import type { AtsApplication, AtsClient, AtsPerson } from '#modules/connections/ats-port.ts';
import { ServiceError } from '#platform/fetch/service-api.ts';
import type { LeverCalls } from './calls.ts';
import { contact, opportunity, type Opportunity, posting } from './wire.ts';

/** Contacts of one request; their ids are in the URL. */
export const readAtOnce = 25;

const expanded = [
  ['expand', 'applications'],
  ['expand', 'stage'],
] as const;

const postingOf = ({ applications }: Opportunity): string | null => {
  const [application] = applications ?? [];
  return typeof application === 'object' ? (application.posting ?? null) : null;
};

const isArchived = ({ archivedAt, archived }: Opportunity) => Boolean(archivedAt ?? archived?.archivedAt);

const presentApplication = (row: Opportunity, titles: ReadonlyMap<string, string>): AtsApplication => {
  const jobId = postingOf(row);
  const ended = isArchived(row);
  return {
    id: row.id,
    jobId,
    jobTitle: jobId === null ? null : (titles.get(jobId) ?? null),
    status: ended ? 'archived' : 'active',
    stage: typeof row.stage === 'object' ? (row.stage?.text ?? null) : null,
    isActive: !ended,
  };
};

/** A posting may be confidential, so a missing title hides nothing else. */
async function titlesOf({ one }: LeverCalls, rows: readonly Opportunity[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.map(postingOf).filter((id) => id !== null))];
  const titles = new Map<string, string>();
  for (const id of ids)
    try {
      titles.set(id, (await one(posting, `/postings/${id}`)).text);
    } catch (error) {
      if (!(error instanceof ServiceError) || (error.kind !== 'gone' && error.kind !== 'rights')) throw error;
    }
  return titles;
}

/** A person is a contact; each opportunity of the contact is an application. */
async function presentPeople(calls: LeverCalls, rows: readonly Opportunity[]): Promise<AtsPerson[]> {
  const titles = await titlesOf(calls, rows);
  const newest = rows.toSorted((one, other) => other.createdAt - one.createdAt);
  return [...new Set(newest.map((row) => row.contact))].map((id) => {
    const own = newest.filter((row) => row.contact === id);
    return {
      id,
      name: own[0]?.name ?? id,
      url: own[0]?.urls?.show ?? null,
      applications: own.map((row) => presentApplication(row, titles)),
    };
  });
}

const states: Record<string, AtsVacancy['status']> = { published: 'open', internal: 'open', closed: 'closed', rejected: 'closed' };

const presentJob = ({ id, text, state, categories, urls }: z.output<typeof posting>): AtsVacancy => ({
  id,
  title: text,
  location: categories?.location ?? null,
  department: categories?.department ?? categories?.team ?? null,
  status: states[state] ?? 'draft',
  url: urls?.show ?? null,
});

async function readContact({ one }: LeverCalls, id: string): Promise<AtsPerson | undefined> {
  try {
    const { name } = await one(contact, `/contacts/${id}`);
    return { id, name: name ?? id, url: null, applications: [] };
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'gone') return undefined;
    throw error;
  }
}

export const readingCalls = (calls: LeverCalls): Pick<AtsClient, 'jobs' | 'findPeople' | 'readPeople'> => ({
  async jobs() {
    // Without channels, Lever leaves out published postings of the internal site.
    const channels = [
      ['distributionChannel', 'public'],
      ['distributionChannel', 'internal'],
    ] as const;
    const published = await calls.list(posting, '/postings', [['state', 'published'], ...channels]);
    const internal = await calls.list(posting, '/postings', [['state', 'internal']]);
    return [...new Map([...published, ...internal].map((row) => [row.id, presentJob(row)])).values()];
  },
  async findPeople(emails) {
    const found = new Map<string, Opportunity>();
    for (const email of emails)
      for (const row of await calls.list(opportunity, '/opportunities', [['email', email], ...expanded]))
        // An ignored filter would name everyone.
        if (row.emails?.some((each) => each.toLowerCase() === email.toLowerCase())) found.set(row.id, row);
    return presentPeople(calls, [...found.values()]);
  },
  async readPeople(ids) {
    const rows = await calls.list(opportunity, '/opportunities', [...ids.map((id) => ['contact_id', id] as const), ...expanded]);
    const people = await presentPeople(calls, rows);
    const seen = new Set(people.map(({ id }) => id));
    const gone: string[] = [];
    // Confidential opportunities are hidden, so only an absent contact is deleted.
    for (const id of ids.filter((each) => !seen.has(each))) {
      const person = await readContact(calls, id);
      if (person) people.push(person);
      else gone.push(id);
    }
    return { people, gone };
  },
});
