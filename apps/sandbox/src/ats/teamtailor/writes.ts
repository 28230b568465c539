import type { FastifyReply } from 'fastify';
import { notFound, refuse } from './access.ts';
import { applicationResource, candidateResource, noteResource, uploadResource } from './resources.ts';
import { addApplication, type Candidate, type TeamtailorWorld } from './world.ts';

type Attributes = Record<string, unknown>;
export type Document = {
  data?: { attributes?: Attributes; relationships?: Record<string, { data?: { id?: string } | null } | undefined> };
};
export type Write = (
  world: TeamtailorWorld,
  given: { document: Document; id: number },
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>;

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
const attributesOf = ({ data }: Document) => data?.attributes ?? {};
const relatedId = ({ data }: Document, name: string) => Number(data?.relationships?.[name]?.data?.id ?? 0);

const invalid = (reply: FastifyReply, field: string, title: string) =>
  refuse(reply, { status: 422, title, detail: `${field} - ${title}`, pointer: `/data/attributes/${field}` });

const findCandidate = (world: TeamtailorWorld, id: number) => world.candidates.find((each) => each.id === id);

function change(candidate: Candidate, given: Attributes, now: string): void {
  if ('first-name' in given) candidate.firstName = textOf(given['first-name']);
  if ('last-name' in given) candidate.lastName = textOf(given['last-name']);
  if ('phone' in given) candidate.phone = textOf(given['phone']);
  if ('linkedin-url' in given) candidate.linkedinUrl = textOf(given['linkedin-url']);
  if (Array.isArray(given['tags'])) candidate.tags = given['tags'].map(String);
  candidate.updatedAt = now;
}

export const createCandidate: Write = (world, { document }, reply) => {
  const given = attributesOf(document);
  const email = textOf(given['email']);
  if (email === null && given['sourced'] !== true) return invalid(reply, 'email', "can't be blank");
  if (email !== null && !/^[^@\s]+@[^@\s]+$/.test(email)) return invalid(reply, 'email', 'is invalid');
  const known = email === null ? undefined : world.candidates.find((each) => each.email?.toLowerCase() === email.toLowerCase());
  if (known && given['merge'] !== true) return invalid(reply, 'email', 'has already been taken');
  const now = world.now().toISOString();
  const empty = { firstName: null, lastName: null, phone: null, linkedinUrl: null, tags: [], updatedAt: now };
  const candidate: Candidate = known ?? { id: world.nextId(), email, sourced: given['sourced'] === true, ...empty };
  change(candidate, given, now);
  if (!known) world.candidates.push(candidate);
  if (given['send-welcome-message'] === true) world.outbox.push({ to: email ?? '', subject: 'Welcome' });
  return reply.code(201).send({ data: candidateResource(world, candidate) });
};

export const changeCandidate: Write = (world, { document, id }, reply) => {
  const candidate = findCandidate(world, id);
  if (!candidate) return notFound(reply);
  change(candidate, attributesOf(document), world.now().toISOString());
  return reply.send({ data: candidateResource(world, candidate) });
};

export const createApplication: Write = (world, { document }, reply) => {
  const candidate = findCandidate(world, relatedId(document, 'candidate'));
  const job = world.jobs.find(({ id }) => id === relatedId(document, 'job'));
  if (!candidate) return invalid(reply, 'candidate', 'must exist');
  if (!job) return invalid(reply, 'job', 'must exist');
  const isIn = world.applications.some((each) => each.candidateId === candidate.id && each.jobId === job.id);
  if (isIn) return invalid(reply, 'job', 'has already been taken');
  const given = attributesOf(document);
  const application = addApplication(world, { candidateId: candidate.id, jobId: job.id, sourced: given['sourced'] === true });
  if (given['send-default-reply'] === true) world.outbox.push({ to: candidate.email ?? '', subject: 'Thank you for your application' });
  return reply.code(201).send({ data: applicationResource(application) });
};

export const changeApplication: Write = (world, { document, id }, reply) => {
  const application = world.applications.find((each) => each.id === id);
  if (!application) return notFound(reply);
  application.rejectedAt = textOf(attributesOf(document)['rejected-at']);
  return reply.send({ data: applicationResource(application) });
};

export const createNote: Write = (world, { document }, reply) => {
  const candidate = findCandidate(world, relatedId(document, 'candidate'));
  const user = world.users.find(({ id }) => id === relatedId(document, 'user'));
  if (!candidate) return invalid(reply, 'candidate', 'must exist');
  if (!user) return invalid(reply, 'user', 'must exist');
  const text = textOf(attributesOf(document)['note']);
  if (text === null) return invalid(reply, 'note', "can't be blank");
  const note = { id: world.nextId(), candidateId: candidate.id, userId: user.id, note: text, createdAt: world.now().toISOString() };
  world.notes.push(note);
  return reply.code(201).send({ data: noteResource(note) });
};

/** Teamtailor downloads the file from the given address. */
export const createUpload: Write = async (world, { document }, reply) => {
  const candidate = findCandidate(world, relatedId(document, 'candidate'));
  if (!candidate) return invalid(reply, 'candidate', 'must exist');
  const { url, 'file-name': fileName } = attributesOf(document);
  const bytes = textOf(url) === null ? undefined : await world.download(String(url));
  if (!bytes) return invalid(reply, 'url', 'could not be downloaded');
  const upload = { id: world.nextId(), candidateId: candidate.id, fileName: String(fileName), bytes };
  world.uploads.push(upload);
  return reply.code(201).send({ data: uploadResource(upload) });
};
