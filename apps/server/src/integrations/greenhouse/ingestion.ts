import { z } from 'zod';
import type { AtsApplication, AtsClient, AtsPerson } from '#modules/connections/ats-port.ts';
import { ServiceError, type ServiceApi } from '#platform/fetch/service-api.ts';
import { pageOf } from './addresses.ts';
import { ingested, ingestedCandidate, ingestedJob, ingestedUser } from './wire.ts';

interface IngestionOptions {
  api: ServiceApi;
  baseUrl: string;
}

type IngestedCandidate = z.output<typeof ingestedCandidate>;

const textOf = (value: string | { name: string } | null | undefined) => (typeof value === 'string' ? value : (value?.name ?? null));

const presentApplication = ({ id, job, status, stage }: NonNullable<IngestedCandidate['applications']>[number]): AtsApplication => ({
  id,
  jobId: typeof job === 'object' && job !== null ? job.id : null,
  jobTitle: textOf(job),
  status: status ?? '',
  stage: textOf(stage),
  isActive: status === 'active' || status === 'in_process',
});

const presentPerson = ({ id, name, applications }: IngestedCandidate): AtsPerson => ({
  id,
  name,
  url: applications?.[0]?.profile_url ?? pageOf(id),
  applications: (applications ?? []).map(presentApplication),
});

const unsupported = (what: string) => () => Promise.reject(new ServiceError('rejected', `${what} needs a client ID and secret of Harvest`));

/**
 * Candidate Ingestion: adds people and reads those that it added. Without search, notes and files
 * of known people.
 */
export function openIngestion({ api, baseUrl }: IngestionOptions): AtsClient {
  return {
    abilities: { search: false, addToJob: false, attach: false, note: false },
    async jobs() {
      const { data } = await api.json(z.array(ingestedJob), { method: 'GET', url: `${baseUrl}/jobs` });
      return data.map(({ id, name }) => ({ id, title: name, location: null, department: null, status: 'open', url: null }));
    },
    findPeople: async () => [],
    async readPeople(ids) {
      const url = `${baseUrl}/candidates?candidate_ids=${ids.join(',')}`;
      const { data } = await api.json(z.array(ingestedCandidate), { method: 'GET', url });
      // A merge or a lost right also hides a person, so absence proves nothing.
      return { people: data.map(presentPerson), gone: [] };
    },
    async createCandidate({ person, place: { jobId, jobTitle, asProspect }, note }) {
      const body = {
        prospect: asProspect || jobId === null,
        job_id: jobId === null ? undefined : Number(jobId),
        first_name: person.firstName || '-',
        last_name: person.lastName || '-',
        external_id: person.key,
        company: person.company ?? undefined,
        title: person.title ?? undefined,
        emails: person.emails.map((email) => ({ email, type: 'personal' })),
        phone_numbers: person.phones.map((phone) => ({ phone_number: phone, type: 'mobile' })),
        websites: person.links.map((url) => ({ url, type: 'other' })),
        ...(note === '' ? {} : { notes: note }),
      };
      const call = {
        method: 'POST',
        url: `${baseUrl}/candidates`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      } as const;
      const { data } = await api.json(ingested, call);
      const application = data.application_id ?? null;
      return {
        id: data.id,
        name: [person.firstName, person.lastName].filter(Boolean).join(' '),
        url: data.profile_url ?? pageOf(data.id),
        applications: application === null ? [] : [{ id: application, jobId, jobTitle, status: 'active', stage: null, isActive: true }],
      };
    },
    updateCandidate: unsupported('Updating a candidate'),
    addToJob: unsupported('Adding a candidate to another job'),
    withdraw: unsupported('Taking a candidate out of a job'),
    attach: unsupported('Attaching a file'),
    note: unsupported('Adding a note'),
  };
}

export const readIngestionUser = async ({ api, baseUrl }: IngestionOptions) =>
  (await api.json(ingestedUser, { method: 'GET', url: `${baseUrl}/current_user` })).data;
