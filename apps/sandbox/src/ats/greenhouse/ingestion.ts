import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { basicOf } from '../basic-auth.ts';
import { silent } from '../faults.ts';
import { apply, type Candidate, type GreenhouseWorld, type User } from './world.ts';

type Ingested = {
  prospect?: boolean;
  job_id?: number;
  first_name?: string;
  last_name?: string;
  external_id?: string;
  company?: string;
  title?: string;
  emails?: { email: string; type: string }[];
  phone_numbers?: { phone_number: string; type: string }[];
  websites?: { url: string; type: string }[];
  notes?: string;
};

const refuse = (reply: FastifyReply, status: number, { message, field }: { message: string; field?: string }) =>
  reply.code(status).send({ errors: [{ message, field }] });

/** The user in `On-Behalf-Of`. Undefined after an answer. */
function callerOf(world: GreenhouseWorld, request: FastifyRequest, reply: FastifyReply): User | undefined {
  const [token = ''] = basicOf(request) ?? [];
  if (!world.ingestionTokens.has(token)) {
    void refuse(reply, 401, { message: 'Invalid Basic Auth credentials' });
    return undefined;
  }
  const email = String(request.headers['on-behalf-of'] ?? '').toLowerCase();
  const user = world.users.find((each) => each.primary_email.toLowerCase() === email && !each.deactivated);
  // An unknown user is 404, not 401.
  if (!user) void refuse(reply, 404, { message: 'User not found' });
  return user;
}

const page = (id: number) => `https://app.greenhouse.io/people/${id}`;

function ingest(world: GreenhouseWorld, body: Ingested, reply: FastifyReply): FastifyReply {
  const { prospect = true, job_id: jobId, first_name: first, last_name: last, external_id: externalId } = body;
  for (const field of ['first_name', 'last_name', 'external_id'] as const)
    if (!body[field]) return refuse(reply, 400, { message: 'Missing required field', field });
  if (!prospect && jobId === undefined) return refuse(reply, 400, { message: 'A job is required', field: 'job_id' });
  if (jobId !== undefined && world.jobs.find(({ id }) => id === jobId)?.status !== 'open')
    return refuse(reply, 400, { message: 'Job is not open', field: 'job_id' });
  const now = world.now().toISOString();
  const candidate: Candidate = {
    id: world.nextId(),
    first_name: first ?? '',
    last_name: last ?? '',
    company: body.company ?? null,
    title: body.title ?? null,
    email_addresses: (body.emails ?? []).map(({ email, type }) => ({ value: email, type })),
    phone_numbers: (body.phone_numbers ?? []).map(({ phone_number, type }) => ({ value: phone_number, type })),
    website_addresses: (body.websites ?? []).map(({ url, type }) => ({ value: url, type })),
    external_id: externalId ?? null,
    created_at: now,
    updated_at: now,
  };
  world.candidates.push(candidate);
  const [author] = world.users;
  if (body.notes && author)
    world.notes.push({ id: world.nextId(), candidate_id: candidate.id, user_id: author.id, body: body.notes, visibility: 'public' });
  const application = apply(world, candidate.id, { jobId: jobId ?? null, prospect });
  return reply.send({
    id: candidate.id,
    application_id: application.id,
    external_id: candidate.external_id,
    profile_url: page(candidate.id),
  });
}

function present(world: GreenhouseWorld, { id, first_name, last_name, external_id }: Candidate) {
  const applications = world.applications.filter((each) => each.candidate_id === id);
  return {
    id,
    name: `${first_name} ${last_name}`,
    external_id,
    applications: applications.map((each) => ({
      id: each.id,
      job: world.jobs.find((job) => job.id === each.job_id)?.name ?? null,
      status: each.status === 'in_process' ? 'active' : each.status,
      stage: world.stages.find((stage) => stage.id === each.job_interview_stage_id)?.name ?? null,
      profile_url: page(id),
    })),
  };
}

/** Candidate Ingestion of api.greenhouse.io */
export function registerIngestion(app: FastifyInstance, base: string, world: GreenhouseWorld): void {
  const answer = (
    method: 'GET' | 'POST',
    path: string,
    handle: (request: FastifyRequest, reply: FastifyReply, user: User) => FastifyReply,
  ) =>
    app.route({
      method,
      url: `${base}${path}`,
      handler(request, reply) {
        world.requests.push(`${method} ${path}`);
        const user = callerOf(world, request, reply);
        if (!user) return reply;
        const fault = world.faults.take(method, path);
        if (fault === 'error') return refuse(reply, 500, { message: 'Internal server error' });
        if (fault !== 'cut_after') return handle(request, reply, user);
        handle(request, silent(), user);
        request.raw.socket.destroy();
        return reply;
      },
    });
  answer('GET', '/current_user', (_request, reply, { id, name, primary_email: email }) => reply.send({ id, full_name: name, email }));
  answer('GET', '/jobs', (_request, reply) =>
    reply.send(world.jobs.filter(({ status }) => status === 'open').map(({ id, name, status }) => ({ id, name, status, public: true }))),
  );
  answer('GET', '/candidates', (request, reply) => {
    const ids = String((request.query as { candidate_ids?: string }).candidate_ids ?? '')
      .split(',')
      .map(Number);
    return reply.send(world.candidates.filter(({ id }) => ids.includes(id)).map((each) => present(world, each)));
  });
  answer('POST', '/candidates', (request, reply) => ingest(world, (request.body ?? {}) as Ingested, reply));
}
