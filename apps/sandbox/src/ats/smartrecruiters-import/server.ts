import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createFixedWindows, type Limit } from '../limits.ts';

export type Candidate = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string | null;
  web: Record<string, string>;
  resume: { id: string; name: string; content: Buffer } | null;
};

export type SmartRecruitersWorld = {
  now(): Date;
  keys: Set<string>;
  candidates: Candidate[];
  deadFiles: Set<string>;
  limit: Limit;
  /** Requests over the limit. */
  refused: number;
  requests: string[];
};

export const createSmartRecruiters = ({ now }: { now: () => Date }): SmartRecruitersWorld => ({
  now,
  keys: new Set(['sandbox-key']),
  candidates: [],
  deadFiles: new Set(),
  limit: { calls: 10, seconds: 1 },
  refused: 0,
  requests: [],
});

/** Two people, for the demo. */
export function addDemoCandidates(world: SmartRecruitersWorld): void {
  for (const [firstName, lastName] of [
    ['Mira', 'Halvorsen'],
    ['Tomas', 'Reyes'],
  ] as const) {
    const email = `${firstName}.${lastName}@smartrecruiters-demo.test`.toLowerCase();
    world.candidates.push({ id: email, firstName, lastName, email, phoneNumber: null, web: {}, resume: null });
  }
}

/** Reading of candidates at api.smartrecruiters.com */
export function registerSmartRecruitersImport(app: FastifyInstance, base: string, world: SmartRecruitersWorld): void {
  const admit = createFixedWindows(world.limit, world.now, ({ calls, remaining }) => ({
    'x-ratelimit-limit': String(calls),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-concurrent-limit': '8',
    'x-ratelimit-concurrent-remaining': '7',
  }));
  const read = (path: string, answer: (request: FastifyRequest, reply: FastifyReply) => FastifyReply) =>
    app.get(`${base}${path}`, (request, reply) => {
      world.requests.push(`GET ${request.url.slice(base.length)}`);
      const key = String(request.headers['x-smarttoken'] ?? '');
      if (!world.keys.has(key)) return reply.code(401).send({ message: 'Unauthorized' });
      if (admit(key, reply)) return answer(request, reply);
      world.refused += 1;
      return reply.code(429).send({ message: 'Too many requests' });
    });
  read('/configuration/company', (_request, reply) => reply.send({ identifier: 'SandboxAG', name: 'Sandbox AG' }));
  read('/candidates', (request, reply) => {
    const { limit = '10', pageId = '0' } = request.query as Record<string, string>;
    if (Number(limit) > 100) return reply.code(400).send({ message: 'limit is at most 100' });
    const [from, until] = [Number(pageId), Number(pageId) + Number(limit)];
    return reply.send({
      limit: Number(limit),
      totalFound: world.candidates.length,
      nextPageId: until < world.candidates.length ? String(until) : '',
      content: world.candidates.slice(from, until).map(({ resume: _resume, ...each }) => each),
    });
  });
  const find = (request: FastifyRequest) => world.candidates.find(({ id }) => id === (request.params as { id: string }).id);
  read('/candidates/:id/attachments', (request, reply) => {
    const found = find(request);
    if (!found) return reply.code(404).send({ message: 'Candidate not found' });
    const { resume } = found;
    return reply.send({ content: resume ? [{ id: resume.id, name: resume.name, type: 'RESUME' }] : [] });
  });
  app.get(`${base}/candidates/:id/attachments/:file`, (request, reply) => {
    const resume = find(request)?.resume;
    if (!resume || world.deadFiles.has(resume.id)) return reply.code(404).send({ message: 'Attachment not found' });
    return reply.type('application/octet-stream').send(resume.content);
  });
}

/** A server of its own, for tests. */
export async function startSmartRecruitersImport(options: { now: () => Date }) {
  const app = Fastify({ forceCloseConnections: true });
  const world = createSmartRecruiters(options);
  registerSmartRecruitersImport(app, '', world);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, world, stop: () => app.close() };
}
