import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail, missing } from './access.ts';
import type { Candidate, Job, WorkableWorld } from './world.ts';

export type Query = Record<string, string | undefined>;

export type Body = Record<string, unknown>;

export type Call = { request: FastifyRequest; query: Query; body: Body; id: string };

export type Route = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  scope: string;
  answer(call: Call, reply: FastifyReply): FastifyReply;
};

export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** `since_id` includes its row, so a page begins with the last row of the previous one. */
function answerPage(rows: readonly { id: string }[], { request, query }: Call, { name, reply }: { name: string; reply: FastifyReply }) {
  const limit = Number(query['limit'] ?? 50);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) return fail(reply, 400, 'limit is invalid');
  const start = query['since_id'] === undefined ? 0 : rows.findIndex(({ id }) => id === query['since_id']);
  if (start < 0) return fail(reply, 400, 'since_id is invalid');
  const page = rows.slice(start, start + limit);
  const last = page.at(-1);
  const hasNext = rows.length > start + limit && limit > 1;
  const next = new URL(request.url, `http://${request.headers.host}`);
  if (last) next.searchParams.set('since_id', last.id);
  return reply.send({ [name]: page, ...(hasNext ? { paging: { next: next.href } } : {}) });
}

const presentJob = ({ id, shortcode, title, state, department, city, country }: Job) => ({
  id,
  title,
  full_title: `${title} - ${city}`,
  shortcode,
  state,
  department,
  url: `https://sandbox.workable.com/jobs/${id}`,
  location: { location_str: `${city}, ${country}`, country, city },
});

export function present(world: WorkableWorld, candidate: Candidate) {
  const { id, firstname, lastname, headline, email, phone, stage, disqualified, tags, origin, createdAt } = candidate;
  const job = world.jobs.find(({ shortcode }) => shortcode === candidate.job);
  return {
    id,
    name: `${firstname} ${lastname}`.trim(),
    firstname,
    lastname,
    headline,
    account: { subdomain: world.subdomain, name: 'Sandbox' },
    job: job ? { shortcode: job.shortcode, title: job.title } : null,
    stage,
    disqualified,
    sourced: origin === 'sourced',
    hired_at: null,
    profile_url: `https://sandbox.workable.com/backend/candidates/${id}`,
    email,
    phone,
    tags,
    created_at: createdAt,
    updated_at: createdAt,
  };
}

export const readingRoutes = (world: WorkableWorld): Route[] => [
  {
    method: 'GET',
    path: '/jobs',
    scope: 'r_jobs',
    answer(call, reply) {
      const { state } = call.query;
      const jobs = world.jobs.filter((job) => state === undefined || job.state === state).map(presentJob);
      return answerPage(jobs, call, { name: 'jobs', reply });
    },
  },
  {
    method: 'GET',
    path: '/members',
    scope: 'r_jobs',
    answer: (call, reply) => answerPage(world.members, call, { name: 'members', reply }),
  },
  {
    method: 'GET',
    path: '/candidates',
    scope: 'r_candidates',
    answer(call, reply) {
      const { email, shortcode } = call.query;
      const found = world.candidates.filter(
        (each) =>
          (email === undefined || each.email.toLowerCase() === email.toLowerCase()) && (shortcode === undefined || each.job === shortcode),
      );
      const rows = found.map((each) => present(world, each));
      return answerPage(rows, call, { name: 'candidates', reply });
    },
  },
  {
    method: 'GET',
    path: '/candidates/:id',
    scope: 'r_candidates',
    answer({ id }, reply) {
      const found = world.candidates.find((each) => each.id === id);
      return found ? reply.send({ candidate: present(world, found) }) : missing(reply);
    },
  },
  {
    method: 'GET',
    path: '/candidates/:id/activities',
    scope: 'r_candidates',
    answer(call, reply) {
      const rows = world.comments
        .filter(({ candidateId }) => candidateId === call.id)
        .map(({ id, body, createdAt, memberId }) => ({ id, action: 'comment', body, created_at: createdAt, member: { id: memberId } }));
      return answerPage(rows, call, { name: 'activities', reply });
    },
  },
];
