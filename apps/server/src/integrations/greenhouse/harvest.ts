import type { z } from 'zod';
import type { AtsApplication, AtsClient, Place } from '#modules/connections/ats-port.ts';
import { ServiceError, type ServiceApi } from '#platform/fetch/service-api.ts';
import { pageOf } from './addresses.ts';
import { bodyOf, mergedBody } from './harvest-body.ts';
import { harvestLists } from './harvest-lists.ts';
import { nameOf, readingCalls } from './harvest-read.ts';
import { anything, application, type Application, attachment, candidate, created, note, reason } from './wire.ts';

interface HarvestOptions {
  api: ServiceApi;
  baseUrl: string;
  /** Author of notes. */
  userId: string;
}

/** A failed read after the write would hide its outcome, so the name of the stage comes later. */
const presentNew = (row: Application, { jobId, jobTitle }: Place): AtsApplication => ({
  id: row.id,
  jobId,
  jobTitle,
  status: row.status,
  stage: null,
  isActive: true,
});

/** Harvest v3: all of Greenhouse, with client credentials. */
export function openHarvest({ api, baseUrl, userId }: HarvestOptions): AtsClient {
  const lists = harvestLists(api, baseUrl);
  const { list } = lists;
  const writeBy =
    (method: 'POST' | 'PATCH') =>
    async <Schema extends z.ZodType>(path: string, schema: Schema, body: object) => {
      const headers = { 'content-type': 'application/json' };
      return (await api.json(schema, { method, url: `${baseUrl}${path}`, headers, body: JSON.stringify(body) })).data;
    };
  const write = writeBy('POST');
  return {
    abilities: { search: true, addToJob: true, attach: true, note: true },
    ...readingCalls(lists),
    async createCandidate({ person, place }) {
      const { jobId, asProspect } = place;
      const apply = jobId === null || asProspect ? {} : { application: { job_id: Number(jobId) } };
      const answer = await write('/candidates', created, { ...bodyOf(person), ...apply });
      const { id } = answer.candidate;
      const applications = answer.application ? [presentNew(answer.application, place)] : [];
      return { id, name: nameOf(answer.candidate), url: pageOf(id), applications };
    },
    async updateCandidate(id, person) {
      const [known] = await list('/candidates', candidate, { ids: id });
      if (!known) throw new ServiceError('gone', 'The candidate was deleted');
      await writeBy('PATCH')(`/candidates/${id}`, anything, mergedBody(known, person));
    },
    async addToJob({ id }, place) {
      const { jobId, asProspect } = place;
      const body = { candidate_id: Number(id), job_id: jobId === null ? undefined : Number(jobId), prospect: asProspect };
      return presentNew(await write('/applications', application, body), place);
    },
    async withdraw(applicationId) {
      const [first] = await list('/rejection_reasons', reason, {});
      // Without `rejection_email`, the person gets no message.
      await write(`/applications/${applicationId}/reject`, anything, first ? { rejection_reason_id: Number(first.id) } : {});
    },
    async erase(id) {
      await api.json(anything, { method: 'DELETE', url: `${baseUrl}/candidates/${id}` });
    },
    async attach({ name, mediaType, bytes }, { application: { id }, person, isRepeat }) {
      const isSame = ({ filename }: { filename?: string | null | undefined }) => filename === name;
      if (isRepeat && (await list('/attachments', attachment, { candidate_ids: person.id })).some(isSame)) return;
      const content = Buffer.from(bytes).toString('base64');
      const body = { application_id: Number(id), filename: name, type: 'resume', content, content_type: mediaType };
      await write('/attachments', anything, body);
    },
    async note(text, { person, isRepeat }) {
      const isSame = ({ body }: { body?: string | null | undefined }) => body?.trim() === text.trim();
      if (isRepeat && (await list('/notes', note, { candidate_ids: person.id })).some(isSame)) return;
      const author = { candidate_id: Number(person.id), user_id: Number(userId) };
      await write('/notes', anything, { ...author, body: text, visibility: 'public', note_type: 'NOTE' });
    },
  };
}
