import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { registerOAuth } from '../../providers/oauth.ts';
import { answerWithFaults } from '../faults.ts';
import { acceptForms } from '../form.ts';
import { createDoor, fail } from './access.ts';
import { readingRoutes } from './reads.ts';
import type { Query } from './routes.ts';
import { createWorld, type LeverWorld, type WorldOptions } from './world.ts';
import { writingRoutes } from './writes.ts';

const refusals = { invalid_grant: 'Unknown or invalid refresh token.', invalid_client: 'Unauthorized', invalid_request: 'Bad request' };

/** Lever v1 and its consent page; paths below the base. */
export function registerLever(app: FastifyInstance, base: string, world: LeverWorld): void {
  const admit = createDoor(world);
  registerOAuth(app, {
    vendor: {
      title: 'Lever (sandbox)',
      authorizePath: `${base}/authorize`,
      tokenPath: `${base}/oauth/token`,
      revokePath: null,
      granular: false,
      pkce: false,
      requires: ['audience', 'state'],
      error: (code) => ({ error: code, error_description: refusals[code] }),
    },
    grants: world.grants,
    users: world.users.map(({ email: address }) => ({ address })),
  });
  for (const { method, path, right, answer } of [...readingRoutes(world), ...writingRoutes(world)])
    app.route<{ Params: { id?: string }; Querystring: Query }>({
      method,
      url: `${base}/v1${path}`,
      bodyLimit: 32 * 1024 * 1024,
      handler(request, reply) {
        const { id = '' } = request.params;
        const shown = path.replace(':id', id);
        world.requests.push(`${method} ${shown}`);
        if (!admit(request, reply, right)) return reply;
        const call = { request, query: request.query, body: (request.body ?? {}) as Record<string, unknown>, id };
        return answerWithFaults({ faults: world.faults, request, reply, path: shown, failure: fail }, (to) => answer(call, to));
      },
    });
}

export type LeverServer = { url: string; world: LeverWorld; stop(): Promise<void> };

/** A server of its own, for tests. */
export async function startLever(options: WorldOptions): Promise<LeverServer> {
  const app = Fastify({ bodyLimit: 64 * 1024 * 1024, forceCloseConnections: true });
  acceptForms(app);
  const world = createWorld(options);
  registerLever(app, '', world);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, world, stop: () => app.close() };
}
