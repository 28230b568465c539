import type { AtsVacancy } from '@headwater/contract/ats';
import type { z } from 'zod';
import type { AtsApplication, AtsClient, AtsPerson } from '#modules/connections/ats-port.ts';
import { pageOf } from './addresses.ts';
import { type Lists, readAtOnce } from './harvest-lists.ts';
import { application, type Application, type Candidate, candidate, job, stage } from './wire.ts';

const endedStatuses = new Set(['rejected', 'converted', 'hired']);

export const nameOf = ({ first_name: first, last_name: last, id }: Candidate) => [first, last].filter(Boolean).join(' ') || id;

const hasEmail = ({ email_addresses: addresses }: Candidate, email: string) =>
  addresses?.some(({ value }) => value.toLowerCase() === email.toLowerCase());

type Named = z.ZodType<{ id: string; name: string }>;

async function namesOf({ list }: Lists, { path, schema }: { path: string; schema: Named }, ids: readonly (string | null | undefined)[]) {
  const chosen = [...new Set(ids.filter((each) => each !== null && each !== undefined))];
  const names = new Map<string, string>();
  for (let at = 0; at < chosen.length; at += readAtOnce)
    for (const row of await list(path, schema, { ids: chosen.slice(at, at + readAtOnce).join(',') })) names.set(row.id, row.name);
  return names;
}

async function presentApplications(lists: Lists, rows: readonly Application[]): Promise<(AtsApplication & { personId: string })[]> {
  const jobIds = rows.map((row) => row.job_id);
  const stageIds = rows.map((row) => row.job_interview_stage_id);
  const jobs = await namesOf(lists, { path: '/jobs', schema: job }, jobIds);
  const stages = await namesOf(lists, { path: '/job_interview_stages', schema: stage }, stageIds);
  return rows.map((row) => ({
    id: row.id,
    personId: row.candidate_id,
    jobId: row.job_id ?? null,
    jobTitle: jobs.get(row.job_id ?? '') ?? null,
    status: row.status,
    stage: stages.get(row.job_interview_stage_id ?? '') ?? null,
    isActive: !endedStatuses.has(row.status),
  }));
}

async function presentPeople(lists: Lists, candidates: readonly Candidate[]): Promise<AtsPerson[]> {
  if (candidates.length === 0) return [];
  const ids = candidates.map(({ id }) => id).join(',');
  const applications = await presentApplications(lists, await lists.list('/applications', application, { candidate_ids: ids }));
  return candidates.map((row) => ({
    id: row.id,
    name: nameOf(row),
    url: pageOf(row.id),
    applications: applications.filter(({ personId }) => personId === row.id).map(({ personId: _person, ...each }) => each),
  }));
}

const presentJob = (row: z.output<typeof job>): AtsVacancy => ({
  id: row.id,
  title: row.name,
  location: row.offices?.map(({ name }) => name).join(', ') || null,
  department: row.department?.name ?? null,
  status: row.status === 'open' ? 'open' : row.status === 'closed' ? 'closed' : 'draft',
  url: row.url ?? null,
});

export const readingCalls = (lists: Lists): Pick<AtsClient, 'jobs' | 'findPeople' | 'readPeople'> => ({
  async jobs() {
    return (await lists.list('/jobs', job, { status: 'open' })).map(presentJob);
  },
  async findPeople(emails) {
    const found = new Map<string, Candidate>();
    for (const email of emails)
      for (const row of await lists.list('/candidates', candidate, { email }))
        // An ignored filter would name everyone.
        if (hasEmail(row, email)) found.set(row.id, row);
    const newest = [...found.values()].toSorted((one, other) => Number(other.id) - Number(one.id)).slice(0, readAtOnce);
    return presentPeople(lists, newest);
  },
  async readPeople(ids) {
    const rows = await lists.list('/candidates', candidate, { ids: ids.join(',') });
    const found = new Set(rows.map(({ id }) => id));
    return { people: await presentPeople(lists, rows), gone: ids.filter((each) => !found.has(each)) };
  },
});
