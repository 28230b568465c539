import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { answerWithFaults } from '../faults.ts';
import { createTeamtailorDoor, notFound, refuse } from './access.ts';
import {
  answerPage,
  candidateResource,
  departmentOf,
  includedOf,
  jobResource,
  locationOf,
  noteResource,
  uploadResource,
  userResource,
} from './resources.ts';
import { createTeamtailor, type Scope, type TeamtailorOptions, type TeamtailorWorld } from './world.ts';
import {
  changeApplication,
  changeCandidate,
  createApplication,
  createCandidate,
  createNote,
  createUpload,
  type Document,
  type Write,
} from './writes.ts';

type Call = { request: FastifyRequest; reply: FastifyReply; id: number; query: Record<string, string | undefined> };
type Routes = Record<string, { scope: Scope; answer: (call: Call) => FastifyReply }>;

const lower = (text: string | null | undefined) => text?.toLowerCase();

const readingRoutes = (world: TeamtailorWorld): Routes => ({
  '/company': {
    scope: 'public',
    answer: ({ reply }) =>
      reply.send({ data: { type: 'companies', id: String(world.company.id), attributes: { name: world.company.name } } }),
  },
  '/users': {
    scope: 'admin',
    answer({ query, ...call }) {
      const email = lower(query['filter[email]']);
      const found = world.users.filter((user) => email === undefined || lower(user.email) === email);
      return answerPage(call, found, (page) => ({ data: page.map(userResource) }));
    },
  },
  '/jobs': {
    scope: 'public',
    answer({ query, ...call }) {
      const asked = query['filter[status]'] ?? 'published';
      const found = world.jobs.filter(({ status }) => asked === 'all' || (status === 'open' ? 'published' : status) === asked);
      const includes = (query['include'] ?? '').split(',');
      return answerPage(call, found, (page) => ({
        data: page.map(jobResource),
        included: [
          ...(includes.includes('department') ? page.flatMap(departmentOf) : []),
          ...(includes.includes('locations') ? page.flatMap(locationOf) : []),
        ],
      }));
    },
  },
  '/candidates': {
    scope: 'admin',
    answer({ query, ...call }) {
      const email = lower(query['filter[email]']);
      const found = world.candidates.filter((each) => email === undefined || lower(each.email) === email);
      return answerPage(call, found, (page) => ({
        data: page.map((each) => candidateResource(world, each)),
        included: includedOf(world, page, query['include'] ?? ''),
      }));
    },
  },
  '/candidates/:id': {
    scope: 'admin',
    answer({ id, reply, query }) {
      const candidate = world.candidates.find((each) => each.id === id);
      if (!candidate) return notFound(reply);
      return reply.send({
        data: candidateResource(world, candidate),
        included: includedOf(world, [candidate], query['include'] ?? ''),
      });
    },
  },
  '/candidates/:id/uploads': {
    scope: 'admin',
    answer: ({ id, ...call }) =>
      answerPage(
        call,
        world.uploads.filter(({ candidateId }) => candidateId === id),
        (page) => ({ data: page.map(uploadResource) }),
      ),
  },
  '/notes': {
    scope: 'admin',
    answer({ query, ...call }) {
      const isNewestFirst = query['sort'] === '-created-at';
      return answerPage(call, isNewestFirst ? world.notes.toReversed() : world.notes, (page) => ({ data: page.map(noteResource) }));
    },
  },
});

const writes: readonly [method: 'POST' | 'PATCH', path: string, write: Write][] = [
  ['POST', '/candidates', createCandidate],
  ['PATCH', '/candidates/:id', changeCandidate],
  ['POST', '/job-applications', createApplication],
  ['PATCH', '/job-applications/:id', changeApplication],
  ['POST', '/notes', createNote],
  ['POST', '/uploads', createUpload],
];

const failure = (reply: FastifyReply, status: number, detail: string) => {
  if (status === 429) void reply.removeHeader('retry-after').headers({ 'x-rate-limit-reset': '10', 'x-rate-limit-remaining': '0' });
  return refuse(reply, { status, title: detail, detail });
};

const idOf = (request: FastifyRequest) => Number((request.params as { id?: string }).id);

/** Paths below the base: those of api.teamtailor.com */
export function registerTeamtailor(app: FastifyInstance, base: string, world: TeamtailorWorld): void {
  const admit = createTeamtailorDoor(world);
  const shownPath = (request: FastifyRequest) => (request.url.split('?')[0] ?? '').slice(`${base}/v1`.length);
  for (const [path, { scope, answer }] of Object.entries(readingRoutes(world)))
    app.get(`${base}/v1${path}`, (request, reply) => {
      const shown = shownPath(request);
      world.requests.push(`GET ${shown}`);
      if (!admit(request, reply, scope)) return reply;
      const call = { faults: world.faults, request, reply, path: shown, failure };
      return answerWithFaults(call, (to) => answer({ request, reply: to, id: idOf(request), query: request.query as Call['query'] }));
    });
  for (const [method, path, write] of writes)
    app.route({
      method,
      url: `${base}/v1${path}`,
      handler(request, reply) {
        const shown = shownPath(request);
        world.requests.push(`${method} ${shown}`);
        if (!admit(request, reply, 'admin')) return reply;
        const given = { document: (request.body ?? {}) as Document, id: idOf(request) };
        return answerWithFaults({ faults: world.faults, request, reply, path: shown, failure }, (to) => write(world, given, to));
      },
    });
}

export type TeamtailorServer = { url: string; world: TeamtailorWorld; stop(): Promise<void> };

/** JSON:API bodies have a content type of their own. */
export const acceptJsonApi = (app: FastifyInstance) =>
  app.addContentTypeParser('application/vnd.api+json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));

/** A server of its own, for tests. */
export async function startTeamtailor(options: TeamtailorOptions): Promise<TeamtailorServer> {
  const app = Fastify({ forceCloseConnections: true });
  acceptJsonApi(app);
  const world = createTeamtailor(options);
  registerTeamtailor(app, '', world);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, world, stop: () => app.close() };
}
