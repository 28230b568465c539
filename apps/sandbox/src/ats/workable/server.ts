import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { registerOAuth } from '../../providers/oauth.ts';
import { answerWithFaults } from '../faults.ts';
import { acceptForms } from '../form.ts';
import { createDoor, fail } from './access.ts';
import { type Body, type Query, readingRoutes } from './routes.ts';
import { createWorkable, type WorkableOptions, type WorkableWorld } from './world.ts';
import { writingRoutes } from './writes.ts';

const refusals = { invalid_grant: 'The grant is invalid', invalid_client: 'Client authentication failed', invalid_request: 'Bad request' };

/** Comments with a file fail separately. */
const faultPathOf = (path: string, { comment }: Body) =>
  typeof comment === 'object' && comment !== null && 'attachment' in comment ? `${path}/attachment` : path;

/** SPI v3 of one account and the consent page; paths below the base. */
export function registerWorkable(app: FastifyInstance, base: string, world: WorkableWorld): void {
  const admit = createDoor(world);
  // Workable names the end of the interval instead of Retry-After.
  const failure = (reply: FastifyReply, status: number, message: string) => {
    const reset = String(Math.ceil(world.now().getTime() / 1000) + 10);
    if (status === 429) void reply.removeHeader('retry-after').headers({ 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': reset });
    return fail(reply, status, message);
  };
  registerOAuth(app, {
    vendor: {
      title: 'Workable (sandbox)',
      authorizePath: `${base}/oauth/authorize`,
      tokenPath: `${base}/oauth/token`,
      revokePath: null,
      granular: false,
      pkce: false,
      requires: ['resource', 'state'],
      error: (code) => ({ error: code, error_description: refusals[code] }),
    },
    grants: world.grants,
    users: world.members.map(({ email: address }) => ({ address })),
  });
  for (const { method, path, scope, answer } of [...readingRoutes(world), ...writingRoutes(world)])
    app.route<{ Params: { subdomain: string; id?: string }; Querystring: Query }>({
      method,
      url: `${base}/:subdomain/spi/v3${path}`,
      bodyLimit: 32 * 1024 * 1024,
      handler(request, reply) {
        const { subdomain, id = '' } = request.params;
        const shown = path.replace(':id', id);
        world.requests.push(`${method} ${shown}`);
        if (!admit(request, reply, { subdomain, scope })) return reply;
        const body = (request.body ?? {}) as Body;
        const call = { request, query: request.query, body, id };
        const given = { faults: world.faults, request, reply, path: faultPathOf(shown, body), failure };
        return answerWithFaults(given, (to) => answer(call, to));
      },
    });
}

export type WorkableServer = { url: string; world: WorkableWorld; stop(): Promise<void> };

/** A server of its own, for tests. */
export async function startWorkable(options: WorkableOptions): Promise<WorkableServer> {
  const app = Fastify({ bodyLimit: 64 * 1024 * 1024, forceCloseConnections: true });
  acceptForms(app);
  const world = createWorkable(options);
  registerWorkable(app, '', world);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, world, stop: () => app.close() };
}
