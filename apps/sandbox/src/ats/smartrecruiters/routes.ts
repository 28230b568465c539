import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fileIn } from '../form.ts';
import { fail, missing } from './access.ts';
import type { Assignment, Candidate, Job, SmartRecruitersWorld } from './world.ts';

export type Query = Record<string, string | undefined>;
type Body = Record<string, unknown>;
type Call = { request: FastifyRequest; query: Query; body: Body; id: string; jobId: string };

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  scope: string;
  answer(call: Call, reply: FastifyReply): FastifyReply | Promise<FastifyReply>;
};

function answerPage(rows: readonly object[], { limit = '10', offset = '0' }: Query, reply: FastifyReply): FastifyReply {
  const [most, start] = [Number(limit), Number(offset)];
  if (!(most >= 1 && most <= 100) || !(start >= 0)) return fail(reply, 400, 'limit must be between 1 and 100');
  return reply.send({ limit: most, offset: start, totalFound: rows.length, content: rows.slice(start, start + most) });
}

/** `GET /candidates` has a token for the next page instead of an offset. */
function answerSweep(rows: readonly object[], { limit = '10', pageId = '0' }: Query, reply: FastifyReply): FastifyReply {
  const [most, start] = [Number(limit), Number(pageId.replace('page-', ''))];
  if (!(most >= 1 && most <= 100) || !(start >= 0)) return fail(reply, 400, 'limit must be between 1 and 100');
  const next = start + most;
  const content = rows.slice(start, next);
  return reply.send({ limit: most, totalFound: rows.length, content, ...(next < rows.length ? { nextPageId: `page-${next}` } : {}) });
}

const presentJob = ({ id, title, status, department, city, country }: Job) => ({
  id,
  title,
  refNumber: `REF${id.slice(0, 6)}`,
  status,
  department: { id: department, label: department },
  location: { city, country, remote: false },
});

function presentCandidate(world: SmartRecruitersWorld, { assignments, ...row }: Candidate) {
  const present = ({ jobId, status, subStatus }: Assignment) => ({
    job: { id: jobId, title: world.jobs.find(({ id }) => id === jobId)?.title },
    status,
    ...(subStatus === null ? {} : { subStatus }),
    actions: {},
  });
  const [primary, ...others] = assignments.map(present);
  return { ...row, internal: false, primaryAssignment: primary ?? null, secondaryAssignments: others };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** A known address gets a second application; the same job twice is a conflict. */
function apply(world: SmartRecruitersWorld, { body, id }: Call, reply: FastifyReply): FastifyReply {
  const job = world.jobs.find((each) => each.id === id);
  if (!job) return missing(reply, `Job ${id}`);
  if (!['CREATED', 'SOURCING', 'INTERVIEW', 'OFFER'].includes(job.status)) return fail(reply, 422, 'Job is not active');
  const { firstName, lastName, email, phoneNumber, tags } = body;
  if (!isText(firstName) || !isText(lastName) || !isText(email)) return fail(reply, 400, 'firstName, lastName and email are required');
  let known = world.candidates.find((each) => each.email.toLowerCase() === email.toLowerCase());
  if (known?.assignments.some((each) => each.jobId === id)) return fail(reply, 409, 'Candidate is already assigned to this job');
  if (!known) {
    const lists = { tags: Array.isArray(tags) ? tags.map(String) : [], assignments: [] };
    known = { id: randomUUID(), firstName, lastName, email, phoneNumber: isText(phoneNumber) ? phoneNumber : null, ...lists };
    world.candidates.push(known);
  }
  known.assignments.unshift({ jobId: id, status: 'NEW', subStatus: null });
  return reply.code(201).send(presentCandidate(world, known));
}

const candidateRoutes = (world: SmartRecruitersWorld): Route[] => {
  const find = (id: string) => world.candidates.find((each) => each.id === id);
  return [
    {
      method: 'GET',
      path: '/candidates',
      scope: 'candidates_read',
      answer({ query }, reply) {
        const wanted = (query['q'] ?? '').toLowerCase();
        // The search also finds parts of names and addresses.
        const found = world.candidates.filter(({ firstName, lastName, email }) =>
          `${firstName} ${lastName} ${email}`.toLowerCase().includes(wanted.replace(/@.*/, '')),
        );
        return answerSweep(
          found.map((row) => presentCandidate(world, row)),
          query,
          reply,
        );
      },
    },
    {
      method: 'GET',
      path: '/candidates/:id',
      scope: 'candidates_read',
      answer({ id }, reply) {
        const found = find(id);
        return found ? reply.send(presentCandidate(world, found)) : missing(reply, 'Candidate');
      },
    },
    {
      method: 'DELETE',
      path: '/candidates/:id',
      scope: 'candidates_manage',
      answer({ id }, reply) {
        const at = world.candidates.findIndex((each) => each.id === id);
        if (at < 0) return missing(reply, 'Candidate');
        world.candidates.splice(at, 1);
        world.files.splice(0, Infinity, ...world.files.filter((file) => file.candidateId !== id));
        world.messages.splice(0, Infinity, ...world.messages.filter(({ content }) => !content.includes(`#[CANDIDATE:${id}]`)));
        return reply.code(204).send();
      },
    },
    { method: 'POST', path: '/jobs/:id/candidates', scope: 'candidates_create', answer: (call, reply) => apply(world, call, reply) },
    {
      method: 'PUT',
      path: '/candidates/:id/jobs/:jobId/status',
      scope: 'candidates_manage',
      answer({ id, jobId, body }, reply) {
        const assignment = find(id)?.assignments.find((each) => each.jobId === jobId);
        if (!assignment) return missing(reply, 'Application');
        assignment.status = String(body['status']);
        return reply.code(204).send();
      },
    },
    {
      method: 'GET',
      path: '/candidates/:id/attachments',
      scope: 'candidates_read',
      answer: ({ id, query }, reply) =>
        answerPage(
          world.files.filter((file) => file.candidateId === id),
          query,
          reply,
        ),
    },
    {
      method: 'POST',
      path: '/candidates/:id/attachments',
      scope: 'candidates_manage',
      async answer({ id, request }, reply) {
        const file = await fileIn(request, 'file');
        if (!find(id)) return missing(reply, 'Candidate');
        if (!file) return fail(reply, 400, 'file is required');
        const stored = { id: randomUUID(), candidateId: id, name: file.name, type: 'RESUME' };
        world.files.push(stored);
        return reply.code(201).send(stored);
      },
    },
  ];
};

const messageRoutes = (world: SmartRecruitersWorld): Route[] => [
  {
    method: 'GET',
    path: '/messages',
    scope: 'messages_read',
    answer: ({ query }, reply) =>
      answerPage(
        world.messages.filter(({ content }) => content.includes(`#[CANDIDATE:${query['candidateId']}]`)),
        query,
        reply,
      ),
  },
  {
    method: 'POST',
    path: '/messages/shares',
    scope: 'messages_write',
    answer({ body }, reply) {
      if (!isText(body['content'])) return fail(reply, 400, 'content is required');
      const message = { id: randomUUID(), content: body['content'] };
      world.messages.push(message);
      return reply.code(201).send(message);
    },
  },
];

const webhookRoutes = (world: SmartRecruitersWorld): Route[] => {
  const path = '/webhooks-api/v201907/subscriptions';
  const scope = 'webhooks_manage';
  return [
    {
      method: 'POST',
      path,
      scope,
      answer({ body }, reply) {
        const made = {
          id: randomUUID(),
          callbackUrl: String(body['callbackUrl']),
          events: (body['events'] ?? []) as string[],
          status: 'inactive' as const,
        };
        world.subscriptions.push(made);
        return reply.code(201).send(made);
      },
    },
    {
      method: 'PUT',
      path: `${path}/:id/activation`,
      scope,
      async answer({ id }, reply) {
        const found = world.subscriptions.find((each) => each.id === id);
        if (!found) return missing(reply, 'Subscription');
        const secret = randomUUID();
        const answered = await world.call(found.callbackUrl, { 'x-hook-secret': secret }).catch(() => undefined);
        if (answered?.status !== 200 || answered.secret !== secret) return fail(reply, 422, 'Callback URL did not confirm the secret');
        found.status = 'active';
        return reply.code(204).send();
      },
    },
    {
      method: 'DELETE',
      path: `${path}/:id`,
      scope,
      answer({ id }, reply) {
        const at = world.subscriptions.findIndex((each) => each.id === id);
        if (at < 0) return missing(reply, 'Subscription');
        world.subscriptions.splice(at, 1);
        return reply.code(204).send();
      },
    },
  ];
};

/** The Customer API. The Application API acts for the person, and confirms to them. */
export const routesOf = (world: SmartRecruitersWorld): Route[] => [
  {
    method: 'GET',
    path: '/configuration/company',
    scope: 'configuration_read',
    answer: (_call, reply) => reply.send({ identifier: 'SandboxAG', name: 'Sandbox AG' }),
  },
  { method: 'GET', path: '/jobs', scope: 'jobs_read', answer: ({ query }, reply) => answerPage(world.jobs.map(presentJob), query, reply) },
  {
    method: 'POST',
    path: '/postings/:id/candidates',
    scope: 'candidates_create',
    answer({ body }, reply) {
      world.outbox.push({ to: String(body['email']), subject: 'Thank you for applying' });
      return reply.code(201).send({ id: randomUUID() });
    },
  },
  ...candidateRoutes(world),
  ...messageRoutes(world),
  ...webhookRoutes(world),
];
