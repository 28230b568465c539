import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { registerOAuth } from '../../providers/oauth.ts';
import { answerWithFaults } from '../faults.ts';
import { acceptForms } from '../form.ts';
import { createDoor, fail } from './access.ts';
import { type Query, routesOf } from './routes.ts';
import { createWorld, type SmartRecruitersWorld, type WorldOptions } from './world.ts';

const refusals = { invalid_grant: 'Invalid refresh token', invalid_client: 'Bad client credentials', invalid_request: 'Bad request' };

/** The Customer API and the consent page; paths below the base. */
export function registerSmartRecruiters(app: FastifyInstance, base: string, world: SmartRecruitersWorld): void {
  const admit = createDoor(world);
  registerOAuth(app, {
    vendor: {
      title: 'SmartRecruiters (sandbox)',
      authorizePath: `${base}/identity/oauth/allow`,
      tokenPath: `${base}/identity/oauth/token`,
      revokePath: null,
      granular: false,
      pkce: false,
      error: (code) => ({ error: code, error_description: refusals[code] }),
    },
    grants: world.grants,
    users: world.users.map(({ email: address }) => ({ address })),
  });
  for (const { method, path, scope, answer } of routesOf(world))
    app.route<{ Params: { id?: string; jobId?: string }; Querystring: Query }>({
      method,
      url: `${base}${path}`,
      bodyLimit: 32 * 1024 * 1024,
      handler(request, reply) {
        const { id = '', jobId = '' } = request.params;
        const shown = path.replace(':id', id).replace(':jobId', jobId);
        world.requests.push(`${method} ${shown}`);
        if (!admit(request, reply, scope)) return reply;
        const call = { request, query: request.query, body: (request.body ?? {}) as Record<string, unknown>, id, jobId };
        return answerWithFaults({ faults: world.faults, request, reply, path: shown, failure: fail }, (to) => answer(call, to));
      },
    });
}

export type SmartRecruitersServer = { url: string; world: SmartRecruitersWorld; stop(): Promise<void> };

/** A server of its own, for tests. */
export async function startSmartRecruiters(options: WorldOptions): Promise<SmartRecruitersServer> {
  const app = Fastify({ bodyLimit: 64 * 1024 * 1024, forceCloseConnections: true });
  acceptForms(app);
  const world = createWorld(options);
  registerSmartRecruiters(app, '', world);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, world, stop: () => app.close() };
}
