import type { AtsApplication, AtsClient, PersonToSend, Place } from '#modules/connections/ats-port.ts';
import { multipartOf } from '#platform/fetch/multipart.ts';
import { ServiceError } from '#platform/fetch/service-api.ts';
import { json, type LeverCalls } from './calls.ts';
import { readingCalls } from './read.ts';
import { archiveReason, file, note, opportunity, type Opportunity, stage, user, webhook } from './wire.ts';

const events = [
  'applicationCreated',
  'candidateHired',
  'candidateStageChange',
  'candidateArchiveChange',
  'candidateDeleted',
  'contactUpdated',
];

/** The name of the stage comes with the next read. */
const presentNew = ({ id }: Opportunity, { jobId, jobTitle }: Place): AtsApplication => ({
  id,
  jobId,
  jobTitle,
  status: 'active',
  stage: null,
  isActive: true,
});

const bodyOf = ({ firstName, lastName, title, company, emails, phones, links }: PersonToSend) => ({
  name: [firstName, lastName].filter(Boolean).join(' ') || '-',
  headline: [title, company].filter(Boolean).join(', ') || undefined,
  emails,
  phones: phones.map((value) => ({ value })),
  links,
});

interface LeverOptions {
  calls: LeverCalls;
  /** Author of all writes. */
  userId: string | undefined;
}

/** Lever v1. `send_confirmation_email` belongs to another API, so no call writes to a person. */
export function openLever({ calls, userId = '' }: LeverOptions): AtsClient {
  const by = [['perform_as', userId]] as const;

  /** Lever accepts one posting per opportunity. Without a stage, people become leads. */
  async function placeBody({ jobId, asProspect }: Place) {
    const stages = asProspect ? [] : await calls.list(stage, '/stages');
    const first = stages.find(({ text }) => /^new applicant/i.test(text));
    return {
      origin: 'sourced',
      sources: ['Headwater'],
      ...(jobId === null ? {} : { postings: [jobId] }),
      ...(first ? { stage: first.id } : {}),
    };
  }

  return {
    abilities: { search: true, addToJob: true, attach: true, note: true },
    ...readingCalls(calls),
    async createCandidate({ person, place }) {
      const body = { ...bodyOf(person), ...(await placeBody(place)) };
      const created = await calls.write(opportunity, { path: '/opportunities', query: by, body });
      return {
        id: created.contact,
        name: created.name ?? body.name,
        url: created.urls?.show ?? null,
        applications: [presentNew(created, place)],
      };
    },
    async updateCandidate() {
      return Promise.reject(new ServiceError('rejected', 'Lever accepts no updates'));
    },
    async addToJob({ id }, place) {
      const body = { contact: id, ...(await placeBody(place)) };
      return presentNew(await calls.write(opportunity, { path: '/opportunities', query: by, body }), place);
    },
    async withdraw(applicationId) {
      const reasons = await calls.list(archiveReason, '/archive_reasons', [['type', 'non-hired']]);
      const reason = reasons.find(({ status }) => status !== 'inactive');
      if (!reason) throw new ServiceError('rejected', 'Lever has no archive reason');
      const path = `/opportunities/${applicationId}/archived`;
      await calls.act({ method: 'PUT', path, query: by, headers: json, body: JSON.stringify({ reason: reason.id }) });
    },
    async attach({ name, mediaType, bytes }, { application: { id }, isRepeat }) {
      const path = `/opportunities/${id}/files`;
      if (isRepeat && (await calls.list(file, path)).some((known) => known.name === name)) return;
      await calls.act({ method: 'POST', path, query: by, ...(await multipartOf({ field: 'file', name, mediaType, bytes })) });
    },
    async note(text, { application: { id }, isRepeat }) {
      const path = `/opportunities/${id}/notes`;
      const isSame = ({ value }: { value: unknown }) => typeof value === 'string' && value.trim() === text.trim();
      if (isRepeat && (await calls.list(note, path)).some(({ fields }) => fields?.some(isSame))) return;
      await calls.act({ method: 'POST', path, query: by, headers: json, body: JSON.stringify({ value: text }) });
    },
    async users() {
      const rows = await calls.list(user, '/users');
      return rows.map(({ id, name, email }) => ({ id, name: name ?? email ?? id, email: email ?? null }));
    },
    async subscribe(url) {
      const hooks = [];
      for (const event of events) hooks.push(await calls.write(webhook, { path: '/webhooks', body: { url, event } }));
      return { ids: hooks.map(({ id }) => id), keys: hooks.flatMap(({ configuration }) => configuration?.signatureToken ?? []) };
    },
    async unsubscribe(ids) {
      for (const id of ids)
        await calls.act({ method: 'DELETE', path: `/webhooks/${id}` }).catch((error: unknown) => {
          if (!(error instanceof ServiceError) || error.kind !== 'gone') throw error;
        });
    },
  };
}
