import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { visitorAddress } from '#platform/http/visitor-address.ts';
import type { Log } from '#platform/log.ts';
import { recordTrackingEvent, type TrackingServices } from './record-event.ts';
import { readToken } from './tracking-token.ts';

const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

interface TrackingCall {
  Params: { token: string };
  Querystring: { to?: string | string[] };
}

/** SEND-009. An invalid token returns the pixel or no redirect, to prevent an open redirect. */
export function mountTracking(app: FastifyInstance, services: TrackingServices & { log: Log }): void {
  const count = async (request: FastifyRequest<TrackingCall>, url: string | null) => {
    const tracked = readToken(await services.signing(), request.params.token, url ?? '');
    if (!tracked || (tracked.kind === 'open') !== (url === null)) return undefined;
    const agent = request.headers['user-agent'] ?? '';
    // The redirect works even if counting fails.
    await recordTrackingEvent(services, tracked, { method: request.method, agent, address: visitorAddress(request), url }).catch(
      (error: unknown) => services.log.warn({ err: error }, 'could not record an open or a click'),
    );
    return tracked;
  };
  const open = async (request: FastifyRequest<TrackingCall>, reply: FastifyReply) => {
    await count(request, null);
    return reply
      .header('cache-control', 'no-store, private')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/gif')
      .send(picture);
  };
  const click = async (request: FastifyRequest<TrackingCall>, reply: FastifyReply) => {
    const { to } = request.query;
    const tracked = typeof to === 'string' ? await count(request, to) : undefined;
    void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    if (typeof to === 'string' && tracked?.kind === 'click') return reply.redirect(to);
    // Scanners would rate a message with a broken link as spam.
    if (tracked?.kind === 'honeypot') return reply.status(204).send();
    return reply.status(404).type('text/plain; charset=utf-8').send('This link does not work. Open it from the message itself.');
  };
  // Image proxies of large mail services use few addresses for all users.
  const config = { fromMessages: true, rateLimit: { max: 6000, timeWindow: '1 minute' } };
  app.get<TrackingCall>('/api/v6/messaging/track/:token/', { config }, open);
  app.get<TrackingCall>('/api/v6/messaging/click/:token/', { config }, click);
}
