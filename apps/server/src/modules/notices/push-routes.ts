import { implement } from '@orpc/server';
import { notices, type PushBrowser } from '@headwater/contract/notices';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import type { PushService } from './push-port.ts';
import { deleteSubscription, listSubscriptions, saveSubscription, type Subscription } from './push-store.ts';

export interface BrowserServices {
  database: Database;
  clock: Clock;
  service: PushService | undefined;
  sessionOf(request: FastifyRequest): Buffer;
}

const view = ({ id, session_hash: session, agent, created_at: since }: Subscription, current: Buffer): PushBrowser => ({
  id,
  is_current: session.equals(current),
  agent,
  created_at: since.toISOString(),
});

export function browserRoutes({ database, clock, service, sessionOf }: BrowserServices) {
  const api = implement(notices).$context<RequestContext>();
  return {
    listBrowsers: api.listBrowsers.handler(({ context: { actor, request } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const current = sessionOf(request);
        return { browsers: (await listSubscriptions(tx, actor.userId, clock.now())).map((one) => view(one, current)) };
      }),
    ),
    addBrowser: api.addBrowser.handler(async ({ input: address, context: { actor, request } }) => {
      if (!service) throw new AppError('not_found');
      if (!service.accepts(address)) throw new FieldErrors({ endpoint: 'field_url' });
      const serverKey = await service.publicKey();
      const sessionHash = sessionOf(request);
      const person = { companyId: actor.company.id, userId: actor.userId, agent: request.headers['user-agent'] };
      const subscription = { ...address, ...person, sessionHash, serverKey, now: clock.now() };
      const saved = await database.asSystem((tx) => saveSubscription(tx, subscription));
      if (!saved) throw new AppError('unauthorized');
      return view(saved, sessionHash);
    }),
    removeBrowser: api.removeBrowser.handler(({ input: { id }, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        if (!(await deleteSubscription(tx, actor.userId, id))) throw new AppError('not_found');
        return {};
      }),
    ),
  };
}
