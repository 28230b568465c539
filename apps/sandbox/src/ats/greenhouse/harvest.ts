import type { FastifyInstance, FastifyReply } from 'fastify';
import { answerWithFaults } from '../faults.ts';
import { createHarvestDoor, fail } from './access.ts';
import { answerList } from './lists.ts';
import { apply, type Candidate, type GreenhouseWorld, type Valued } from './world.ts';

type Body = Record<string, unknown>;
type Write = (body: Body, reply: FastifyReply, id: number) => FastifyReply;

const valued = (value: unknown) => (Array.isArray(value) ? (value as Valued[]) : []);
const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

const isEmail = ({ value }: Valued) => /^[^@\s]+@[^@\s]+$/.test(value);

function createCandidate(world: GreenhouseWorld, body: Body, reply: FastifyReply): FastifyReply {
  const { first_name: first, last_name: last } = body;
  if (!textOf(first)) return fail(reply, 422, "first_name can't be blank");
  if (!textOf(last)) return fail(reply, 422, "last_name can't be blank");
  if (!valued(body['email_addresses']).every(isEmail)) return fail(reply, 422, 'email_addresses contains an invalid address');
  const { job_id: jobId } = (body['application'] ?? {}) as { job_id?: number };
  const job = world.jobs.find(({ id }) => id === jobId);
  if (jobId !== undefined && job?.status !== 'open') return fail(reply, 422, 'Job is not open');
  const now = world.now().toISOString();
  // Greenhouse creates a second candidate with the same address.
  const candidate: Candidate = {
    id: world.nextId(),
    first_name: String(first),
    last_name: String(last),
    company: textOf(body['company']),
    title: textOf(body['title']),
    email_addresses: valued(body['email_addresses']),
    phone_numbers: valued(body['phone_numbers']),
    website_addresses: valued(body['website_addresses']),
    external_id: null,
    created_at: now,
    updated_at: now,
  };
  world.candidates.push(candidate);
  const application = jobId === undefined ? null : apply(world, candidate.id, { jobId, prospect: false });
  return reply.code(201).send({ candidate, application });
}

function addApplication(world: GreenhouseWorld, body: Body, reply: FastifyReply): FastifyReply {
  const {
    candidate_id: candidateId,
    job_id: jobId,
    prospect = false,
  } = body as { candidate_id?: number; job_id?: number; prospect?: boolean };
  if (!world.candidates.some(({ id }) => id === candidateId)) return fail(reply, 404, 'Resource not found');
  const job = world.jobs.find(({ id }) => id === jobId);
  if (jobId === undefined ? !prospect : job?.status !== 'open') return fail(reply, 422, 'Job is not open');
  return reply.code(201).send(apply(world, Number(candidateId), { jobId: jobId ?? null, prospect }));
}

function reject(world: GreenhouseWorld, { body, reply, id }: { body: Body; reply: FastifyReply; id: number }): FastifyReply {
  const application = world.applications.find((each) => each.id === id);
  if (!application) return fail(reply, 404, 'Resource not found');
  if (application.status !== 'in_process') return fail(reply, 422, 'Application is already rejected');
  application.status = 'rejected';
  if (body['rejection_email']) {
    const person = world.candidates.find((each) => each.id === application.candidate_id);
    world.outbox.push({ to: person?.email_addresses[0]?.value ?? '', subject: 'Your application' });
  }
  return reply.send(application);
}

function addNote(world: GreenhouseWorld, body: Body, reply: FastifyReply): FastifyReply {
  const { candidate_id: candidateId, user_id: userId, body: text, visibility } = body;
  if (!world.candidates.some(({ id }) => id === candidateId)) return fail(reply, 404, 'Resource not found');
  if (!world.users.some(({ id }) => id === userId)) return fail(reply, 422, 'user_id is invalid');
  if (!textOf(text)) return fail(reply, 422, "body can't be blank");
  const note = {
    id: world.nextId(),
    candidate_id: Number(candidateId),
    user_id: Number(userId),
    body: String(text),
    visibility: String(visibility),
  };
  world.notes.push(note);
  return reply.code(201).send(note);
}

function addAttachment(world: GreenhouseWorld, body: Body, reply: FastifyReply): FastifyReply {
  const { application_id: applicationId, filename, type, content } = body;
  const application = world.applications.find(({ id }) => id === applicationId);
  if (!application) return fail(reply, 404, 'Resource not found');
  if (!textOf(filename) || !textOf(content)) return fail(reply, 422, 'filename and content are required');
  const attachment = {
    id: world.nextId(),
    candidate_id: application.candidate_id,
    application_id: application.id,
    filename: String(filename),
    type: String(type),
    content: Buffer.from(String(content), 'base64'),
  };
  world.attachments.push(attachment);
  return reply.code(201).send({ ...attachment, content: undefined });
}

function changeCandidate(world: GreenhouseWorld, { body, reply, id }: { body: Body; reply: FastifyReply; id: number }): FastifyReply {
  const candidate = world.candidates.find((each) => each.id === id);
  if (!candidate) return fail(reply, 404, 'Resource not found');
  Object.assign(candidate, body, { id, updated_at: world.now().toISOString() });
  return reply.send(candidate);
}

/** A deletion cannot be undone. */
function destroyCandidate(world: GreenhouseWorld, id: number, reply: FastifyReply): FastifyReply {
  const at = world.candidates.findIndex((each) => each.id === id);
  if (at < 0) return fail(reply, 404, 'Resource not found');
  world.candidates.splice(at, 1);
  for (const list of [world.applications, world.notes, world.attachments] as { candidate_id: number }[][])
    list.splice(0, Infinity, ...list.filter((each) => each.candidate_id !== id));
  return reply.code(204).send();
}

const failure = (reply: FastifyReply, status: number, message: string) => reply.code(status).send({ message });

/** Harvest v3 of harvest.greenhouse.io */
export function registerHarvest(app: FastifyInstance, base: string, world: GreenhouseWorld): void {
  const admit = createHarvestDoor(world);
  const lists: Record<string, (host: string) => readonly { id: number }[]> = {
    jobs: () => world.jobs,
    job_interview_stages: () => world.stages,
    users: () => world.users,
    candidates: () => world.candidates,
    applications: () => world.applications,
    notes: () => world.notes,
    // Addresses of files work for seven days.
    attachments: (host) =>
      world.attachments.map(({ content: _content, ...each }) => ({ ...each, url: `http://${host}${base}/files/${each.id}` })),
    rejection_reasons: () => [{ id: 1, name: 'Withdrawn' }],
  };
  for (const [name, rows] of Object.entries(lists)) {
    app.get(`${base}/${name}`, (request, reply) => {
      world.requests.push(`GET /${name}`);
      if (!admit(request, reply, `harvest:${name}:list`)) return reply;
      const call = { faults: world.faults, request, reply, path: `/${name}`, failure };
      return answerWithFaults(call, (to) => answerList(world, rows(request.headers.host ?? ''), { request, reply: to }));
    });
  }
  app.get<{ Params: { id: string } }>(`${base}/files/:id`, (request, reply) => {
    const found = world.attachments.find(({ id }) => String(id) === request.params.id);
    if (!found || world.deadFiles.has(found.id))
      return reply.code(403).type('application/xml').send('<Error><Code>AccessDenied</Code></Error>');
    return reply.type('application/octet-stream').send(found.content);
  });
  const onWrite = (method: 'POST' | 'PATCH' | 'DELETE', path: string, { scope, write }: { scope: string; write: Write }) =>
    app.route<{ Params: { id?: string } }>({
      method,
      url: `${base}${path}`,
      bodyLimit: 64 * 1024 * 1024,
      handler(request, reply) {
        const shown = path.replace(':id', request.params.id ?? '');
        world.requests.push(`${method} ${shown}`);
        if (!admit(request, reply, scope)) return reply;
        const call = { faults: world.faults, request, reply, path: shown, failure };
        return answerWithFaults(call, (to) => write((request.body ?? {}) as Body, to, Number(request.params.id)));
      },
    });
  onWrite('POST', '/candidates', { scope: 'harvest:candidates:create', write: (body, reply) => createCandidate(world, body, reply) });
  onWrite('PATCH', '/candidates/:id', {
    scope: 'harvest:candidates:update',
    write: (body, reply, id) => changeCandidate(world, { body, reply, id }),
  });
  onWrite('DELETE', '/candidates/:id', {
    scope: 'harvest:candidates:destroy',
    write: (_body, reply, id) => destroyCandidate(world, id, reply),
  });
  onWrite('POST', '/applications', { scope: 'harvest:applications:create', write: (body, reply) => addApplication(world, body, reply) });
  onWrite('POST', '/applications/:id/reject', {
    scope: 'harvest:applications:reject',
    write: (body, reply, id) => reject(world, { body, reply, id }),
  });
  onWrite('POST', '/notes', { scope: 'harvest:notes:create', write: (body, reply) => addNote(world, body, reply) });
  onWrite('POST', '/attachments', { scope: 'harvest:attachments:create', write: (body, reply) => addAttachment(world, body, reply) });
}
