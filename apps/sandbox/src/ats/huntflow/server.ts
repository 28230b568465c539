import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { answerWithFaults } from '../faults.ts';
import { createFixedWindows } from '../limits.ts';
import { type Applicant, createHuntflow, type HuntflowWorld } from './world.ts';

type Failure = { type: string; title: string; detail?: string };

const refuse = (reply: FastifyReply, status: number, error: Failure) => reply.code(status).send({ errors: [error] });

const failure = (reply: FastifyReply, status: number, title: string) =>
  refuse(reply.removeHeader('retry-after'), status, { type: status === 429 ? 'too_many_requests' : 'server_error', title });

function refresh(world: HuntflowWorld, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { refresh_token: token = '' } = (request.body ?? {}) as { refresh_token?: string };
  const grant = world.grants.find((each) => each.refresh === token);
  if (!grant || world.usedRefreshTokens.has(token)) return refuse(reply, 404, { type: 'not_found', title: 'error.robot_token.not_found' });
  if (grant.expiresAt > world.now().getTime())
    return refuse(reply, 403, { type: 'access_denied', title: 'error.robot_token.refresh_too_early' });
  world.usedRefreshTokens.add(token);
  const { access, refresh: next } = world.issueTokens();
  return reply.send({
    access_token: access,
    token_type: 'Bearer',
    expires_in: 604_800,
    refresh_token_expires_in: 1_209_600,
    refresh_token: next,
  });
}

const shownApplicant = ({ file, account: _account, ...applicant }: Applicant) => ({
  ...applicant,
  external: file ? [{ id: file.id, auth_type: 'NATIVE' }] : [],
});

function answerApplicants(world: HuntflowWorld, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { page = '1', count = '30' } = request.query as Record<string, string>;
  const size = Number(count);
  if (size < 1 || size > 100) return refuse(reply, 422, { type: 'value_error', title: 'Validation Error', detail: 'count is at most 100' });
  const shown = world.repeatsPage !== undefined && Number(page) > world.repeatsPage ? world.repeatsPage : Number(page);
  const [first] = world.accounts;
  const { account } = request.params as { account: string };
  if (!world.accounts.some(({ id }) => String(id) === account)) return refuse(reply, 404, { type: 'not_found', title: 'Not found' });
  const all = world.applicants.filter((each) => String(each.account ?? first?.id) === account);
  const rows = all.slice((shown - 1) * size, shown * size);
  const invalid = rows.findIndex(({ email }) => email !== null && !/^[^@\s]+@[^@\s]+\.[a-z]+$/i.test(email));
  if (invalid >= 0)
    return refuse(reply, 422, {
      type: 'value_error.email',
      title: 'Validation Error',
      detail: `/items/${invalid}/email is not a valid email`,
    });
  return reply.send({
    page: Number(page),
    count: size,
    total: Math.ceil(all.length / size),
    total_items: all.length,
    items: rows.map(shownApplicant),
  });
}

/** Paths below the base: those of api.huntflow.ru */
export function registerHuntflow(app: FastifyInstance, base: string, world: HuntflowWorld): void {
  const admit = createFixedWindows(world.limit, world.now, () => ({}));
  const door = (request: FastifyRequest, reply: FastifyReply): boolean => {
    const { authorization = '', 'user-agent': agent = '' } = request.headers;
    world.requests.push(`${request.method} ${request.url.slice(base.length)}`);
    const isNamed = /^[\w.-]+\/[\d.]+ \(\S+@\S+\)$/.test(agent);
    const grant = world.grants.find(({ access }) => authorization === `Bearer ${access}`);
    if (!isNamed) void refuse(reply, 400, { type: 'bad_request', title: 'bad_user_agent' });
    else if (!grant) void refuse(reply, 401, { type: 'authorization_error', title: 'Authorization Error', detail: 'token_not_found' });
    else if (grant.expiresAt <= world.now().getTime())
      void refuse(reply, 401, { type: 'authorization_error', title: 'Authorization Error', detail: 'token_expired' });
    else if (admit(grant.access, reply)) return true;
    else {
      world.refused += 1;
      void refuse(reply, 429, { type: 'too_many_requests', title: 'Too many requests' });
    }
    return false;
  };
  const read = (path: string, answer: (request: FastifyRequest, reply: FastifyReply) => FastifyReply) =>
    app.get(`${base}/v2${path}`, (request, reply) => {
      if (!door(request, reply)) return reply;
      const shown = (request.url.split('?')[0] ?? '').slice(`${base}/v2`.length);
      return answerWithFaults({ faults: world.faults, request, reply, path: shown, failure }, (to) => answer(request, to));
    });
  app.post(`${base}/v2/token/refresh`, (request, reply) => refresh(world, request, reply));
  read('/accounts', (_request, reply) => reply.send({ items: world.accounts }));
  read('/accounts/:account/applicants', (request, reply) => answerApplicants(world, request, reply));
  read('/accounts/:account/applicants/:id/externals/:external', (request, reply) => {
    const { id } = request.params as { id: string };
    const applicant = world.applicants.find((each) => String(each.id) === id);
    if (!applicant?.file) return refuse(reply, 404, { type: 'not_found', title: 'Not found' });
    const { id: fileId, name } = applicant.file;
    return reply.send({
      id: fileId,
      files: [{ id: fileId, name, content_type: 'text/plain', url: `http://${request.headers.host}${base}/files/${fileId}` }],
      resume: {
        skill_set: ['SQL'],
        source_url: null,
        experience: [{ position: 'Analyst', company: 'Acme', date_from: { year: 2020, month: 2 }, date_to: null }],
      },
    });
  });
  app.get<{ Params: { id: string } }>(`${base}/files/:id`, (request, reply) => {
    const file = world.applicants.map((each) => each.file).find((each) => String(each?.id) === request.params.id);
    if (!file || world.deadFiles.has(file.id)) return reply.code(404).send();
    return reply.type('text/plain').send(file.content);
  });
}

export type HuntflowServer = { url: string; world: HuntflowWorld; stop(): Promise<void> };

/** A server of its own, for tests. */
export async function startHuntflow(options: { now: () => Date }): Promise<HuntflowServer> {
  const app = Fastify({ forceCloseConnections: true });
  const world = createHuntflow(options);
  registerHuntflow(app, '', world);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, world, stop: () => app.close() };
}
