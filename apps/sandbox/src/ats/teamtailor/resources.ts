import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from './access.ts';
import type { Application, Candidate, Job, Note, TeamtailorWorld, Upload, User } from './world.ts';

type Reference = { type: string; id: string } | null;
export type Resource = {
  type: string;
  id: string;
  attributes: Record<string, unknown>;
  links?: Record<string, string>;
  relationships?: Record<string, { data: Reference | Reference[] }>;
};

const pointTo = (type: string, id: number | undefined): Reference => (id === undefined ? null : { type, id: String(id) });

export const jobResource = ({ id, title, status }: Job): Resource => ({
  type: 'jobs',
  id: String(id),
  links: { 'careersite-job-url': `https://sandbox.teamtailor.test/jobs/${id}` },
  attributes: { title, 'human-status': status === 'open' ? 'published' : status, status, internal: false },
  relationships: { department: { data: pointTo('departments', id) }, locations: { data: [pointTo('locations', id)] } },
});

export const departmentOf = ({ id, department }: Job): Resource[] =>
  department === null ? [] : [{ type: 'departments', id: String(id), attributes: { name: department } }];

export const locationOf = ({ id, location }: Job): Resource[] =>
  location === null ? [] : [{ type: 'locations', id: String(id), attributes: { name: location, city: location } }];

export const candidateResource = (world: TeamtailorWorld, candidate: Candidate): Resource => ({
  type: 'candidates',
  id: String(candidate.id),
  attributes: {
    'first-name': candidate.firstName,
    'last-name': candidate.lastName,
    email: candidate.email,
    phone: candidate.phone,
    'linkedin-url': candidate.linkedinUrl,
    tags: candidate.tags,
    sourced: candidate.sourced,
    'updated-at': candidate.updatedAt,
  },
  relationships: {
    'job-applications': {
      data: world.applications.filter((each) => each.candidateId === candidate.id).map((each) => pointTo('job-applications', each.id)),
    },
  },
});

export const applicationResource = ({ id, candidateId, jobId, stageId, rejectedAt, sourced }: Application): Resource => ({
  type: 'job-applications',
  id: String(id),
  attributes: { 'rejected-at': rejectedAt, sourced, 'cover-letter': null },
  relationships: {
    candidate: { data: pointTo('candidates', candidateId) },
    job: { data: pointTo('jobs', jobId) },
    stage: { data: pointTo('stages', stageId) },
  },
});

export const userResource = ({ id, name, email }: User): Resource => ({ type: 'users', id: String(id), attributes: { name, email } });

export const noteResource = ({ id, note, candidateId, userId, createdAt }: Note): Resource => ({
  type: 'notes',
  id: String(id),
  attributes: { note, 'user-id': userId, 'candidate-id': candidateId, 'created-at': createdAt },
});

export const uploadResource = ({ id, fileName }: Upload): Resource => ({
  type: 'uploads',
  id: String(id),
  attributes: { 'file-name': fileName, internal: true },
});

/** Applications of candidates with their jobs and stages, as `include` asks. */
export function includedOf(world: TeamtailorWorld, candidates: readonly Candidate[], include: string): Resource[] {
  const asked = new Set(include.split(','));
  const applications = world.applications.filter((each) => candidates.some(({ id }) => id === each.candidateId));
  return [
    ...(asked.has('job-applications') ? applications.map(applicationResource) : []),
    ...(asked.has('job-applications.job')
      ? world.jobs.filter((job) => applications.some(({ jobId }) => jobId === job.id)).map(jobResource)
      : []),
    ...(asked.has('job-applications.stage')
      ? world.stages
          .filter((stage) => applications.some(({ stageId }) => stageId === stage.id))
          .map(({ id, name }): Resource => ({ type: 'stages', id: String(id), attributes: { name } }))
      : []),
  ];
}

const mostPerPage = 30;

/** Pages by number; `links.next` is absent on the last one. */
export function answerPage<Row>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  rows: readonly Row[],
  present: (page: readonly Row[]) => { data: Resource[]; included?: Resource[] },
): FastifyReply {
  const query = request.query as Record<string, string | undefined>;
  const size = Number(query['page[size]'] ?? 10);
  const number = Number(query['page[number]'] ?? 1);
  if (!Number.isInteger(size) || size < 1 || size > mostPerPage)
    return refuse(reply, { status: 400, title: 'Invalid page value', detail: `${size} is not a valid value for the size parameter` });
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const address = (page: number) => {
    const path = request.url.split('?')[0] ?? '';
    const parameters = new URLSearchParams({
      ...(query as Record<string, string>),
      'page[number]': String(page),
      'page[size]': String(size),
    });
    return `http://${request.headers.host}${path}?${parameters.toString()}`;
  };
  return reply.send({
    ...present(rows.slice((number - 1) * size, number * size)),
    meta: { 'record-count': rows.length, 'page-count': pages },
    links: { first: address(1), last: address(pages), ...(number < pages ? { next: address(number + 1) } : {}) },
  });
}
