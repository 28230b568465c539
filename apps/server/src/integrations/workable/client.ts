import type { AtsClient, PersonToSend } from '#modules/connections/ats-port.ts';
import { ServiceError } from '#platform/fetch/service-api.ts';
import type { WorkableCalls } from './calls.ts';
import { presentPerson, readingCalls } from './read.ts';
import { activity, anything, copied, member, oneCandidate, subscription } from './wire.ts';

const events = ['candidate_moved', 'candidate_deleted'];

/** Kinds of profiles that Workable knows. */
const networks = { linkedin: 'linkedin.com', github: 'github.com', twitter: 'twitter.com', facebook: 'facebook.com' };

const isAt = (url: string, domain: string) => {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return host === domain || host.endsWith(`.${domain}`);
};

function linksOf(links: readonly string[]) {
  const profiles = Object.entries(networks).flatMap(([type, domain]) => {
    const url = links.find((each) => isAt(each, domain));
    return url === undefined ? [] : [{ type, url }];
  });
  const others = links.filter((each) => profiles.every(({ url }) => url !== each));
  return { social_profiles: profiles, ...(others.length > 0 ? { summary: others.join('\n') } : {}) };
}

const bodyOf = ({ firstName, lastName, title, company, emails, phones, links }: PersonToSend) => ({
  ...(firstName && lastName ? { firstname: firstName, lastname: lastName } : { name: firstName || lastName || emails[0] }),
  email: emails[0],
  headline: [title, company].filter(Boolean).join(', ') || undefined,
  phone: phones[0],
  tags: ['Headwater'],
  ...linksOf(links),
});

interface WorkableOptions {
  calls: WorkableCalls;
  subdomain: string;
  /** Author of comments and disqualifications. */
  memberId: string | undefined;
  /** Key of the signatures of webhooks. */
  signingKey: string;
}

/** SPI v3. `sourced` keeps Workable from thanking the person for an application. */
export function openWorkable({ calls, subdomain, memberId = '', signingKey }: WorkableOptions): AtsClient {
  async function comment(candidateId: string, body: object): Promise<void> {
    await calls.write(anything, `/candidates/${candidateId}/comments`, { member_id: memberId, comment: body });
  }

  async function hasComment(candidateId: string, text: string): Promise<boolean> {
    const activities = await calls.list(activity, 'activities', { path: `/candidates/${candidateId}/activities` });
    return activities.some(({ action, body }) => action === 'comment' && body?.trim() === text.trim());
  }

  return {
    abilities: { search: true, addToJob: true, attach: true, note: true },
    ...readingCalls(calls),
    async createCandidate({ person, place: { jobId } }) {
      const body = { sourced: true, candidate: bodyOf(person) };
      const { candidate } = await calls.write(oneCandidate, `/jobs/${encodeURIComponent(jobId ?? '')}/candidates`, body);
      return presentPerson(candidate.id, [candidate]);
    },
    async updateCandidate() {
      return Promise.reject(new ServiceError('rejected', 'Workable accepts no updates'));
    },
    // A copy keeps the resume and the history; a second creation would have neither.
    async addToJob({ id }, { jobId, jobTitle }) {
      const body = { member_id: memberId, target_job_shortcode: jobId };
      const copy = await calls.write(copied, `/candidates/${encodeURIComponent(id)}/copy`, body);
      return { id: copy, jobId, jobTitle, status: 'active', stage: null, isActive: true };
    },
    async withdraw(applicationId) {
      const body = { member_id: memberId, withdrew: true };
      await calls.write(anything, `/candidates/${encodeURIComponent(applicationId)}/disqualify`, body);
    },
    // A known candidate gets files only with a comment.
    async attach({ name, bytes }, { application: { id }, isRepeat }) {
      if (isRepeat && (await hasComment(id, name))) return;
      await comment(id, { body: name, attachment: { name, data: Buffer.from(bytes).toString('base64') } });
    },
    async note(text, { application: { id }, isRepeat }) {
      if (isRepeat && (await hasComment(id, text))) return;
      await comment(id, { body: text });
    },
    async users() {
      const members = await calls.list(member, 'members');
      return members.map(({ id, name, email }) => ({ id, name: name ?? email ?? id, email: email ?? null }));
    },
    async subscribe(url) {
      // Workable refuses a target that it knows, such as one of an interrupted connect.
      const known = await calls.list(subscription, 'subscriptions');
      for (const { id, target } of known) if (target?.startsWith(url)) await calls.remove(`/subscriptions/${id}`);
      const ids: string[] = [];
      for (const event of events) {
        const body = { target: `${url}?event=${event}`, event, args: { account_id: subdomain } };
        const { id } = await calls.write(subscription, '/subscriptions', body);
        ids.push(id);
      }
      return { ids, keys: [signingKey] };
    },
    async unsubscribe(ids) {
      for (const id of ids) await calls.remove(`/subscriptions/${id}`);
    },
  };
}
