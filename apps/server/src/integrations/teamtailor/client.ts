import type { AtsClient, PersonToSend } from '#modules/connections/ats-port.ts';
import type { Clock } from '#platform/clock.ts';
import type { JsonApi } from './json-api.ts';
import { inBase, presentPerson, readingCalls } from './read.ts';
import { textOf } from './wire.ts';

interface ClientOptions {
  json: JsonApi;
  clock: Clock;
  /** Author of notes. */
  userId: string;
}

const isLinkedIn = (link: string) => /^https?:\/\/([\w-]+\.)?linkedin\.com\//i.test(link);

/** Teamtailor has one value of each kind. */
const valuesOf = ({ phones, links }: PersonToSend) => ({ phone: phones[0], 'linkedin-url': links.find(isLinkedIn) });

const candidateRef = (id: string) => ({ type: 'candidates', id });

export function openClient({ json, clock, userId }: ClientOptions): AtsClient {
  return {
    abilities: { search: true, addToJob: true, attach: true, note: true },
    ...readingCalls(json),
    async createCandidate({ person }) {
      // `sourced` and the absent messages keep Teamtailor from writing to the person.
      const attributes = {
        'first-name': person.firstName,
        'last-name': person.lastName,
        email: person.emails[0],
        ...valuesOf(person),
        sourced: true,
      };
      return presentPerson(await json.write('POST', '/candidates', { type: 'candidates', attributes }), []);
    },
    async updateCandidate(id, person) {
      const { data } = await json.read(`/candidates/${id}`);
      const values = { email: person.emails[0], ...valuesOf(person) };
      // A recruiter may have corrected a value at Teamtailor.
      const missing = Object.entries(values).filter(([name, value]) => value !== undefined && textOf(data, name) === null);
      if (missing.length === 0) return;
      await json.write('PATCH', `/candidates/${id}`, { type: 'candidates', id, attributes: Object.fromEntries(missing) });
    },
    async addToJob({ id }, { jobId, jobTitle }) {
      if (jobId === null) return inBase(id);
      const row = await json.write('POST', '/job-applications', {
        type: 'job-applications',
        attributes: { sourced: true, 'send-default-reply': false, 'send-user-notifications': false },
        relations: { candidate: candidateRef(id), job: { type: 'jobs', id: jobId } },
      });
      return { id: row.id, jobId, jobTitle, status: 'active', stage: null, isActive: true };
    },
    async withdraw(applicationId) {
      const attributes = { 'rejected-at': clock.now().toISOString() };
      await json.write('PATCH', `/job-applications/${applicationId}`, { type: 'job-applications', id: applicationId, attributes });
    },
    async attach({ name, url }, { person: { id }, isRepeat }) {
      if (isRepeat) {
        const { rows } = await json.list(`/candidates/${id}/uploads`);
        if (rows.some((row) => textOf(row, 'file-name') === name)) return;
      }
      await json.write('POST', '/uploads', {
        type: 'uploads',
        attributes: { url, 'file-name': name, internal: true },
        relations: { candidate: candidateRef(id) },
      });
    },
    async note(text, { person: { id }, isRepeat }) {
      if (isRepeat) {
        // Notes have no filter: the repeated one is among the newest.
        const { rows } = await json.list('/notes', { sort: '-created-at' }, { pages: 3 });
        const isSame = (candidateId: unknown) => String(candidateId) === id;
        if (rows.some((row) => isSame(row.attributes['candidate-id']) && textOf(row, 'note')?.trim() === text.trim())) return;
      }
      await json.write('POST', '/notes', {
        type: 'notes',
        attributes: { note: text },
        relations: { candidate: candidateRef(id), user: { type: 'users', id: userId } },
      });
    },
  };
}
