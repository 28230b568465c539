import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { visitorAddress } from '#platform/http/visitor-address.ts';
import type { Log } from '#platform/log.ts';
import { recordTrackingEvent, type TrackingServices } from './record-event.ts';
import { readToken } from './tracking-token.ts';

/** One transparent pixel. */
const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

interface TrackingCall {
  Params: { token: string };
  Querystring: { to?: string | string[] };
}

/**
 * SEND-009: the picture and the links of sent messages. Whatever is not signed by this installation gets the picture all the same, or leads nowhere:
 * an open redirect would lend our name to strangers.
 */
export function mountTracking(app: FastifyInstance, services: TrackingServices & { log: Log }): void {
  const count = async (request: FastifyRequest<TrackingCall>, url: string | null) => {
    const tracked = readToken(await services.signing(), request.params.token, url ?? '');
    if (!tracked || (tracked.kind === 'open') !== (url === null)) return undefined;
    const agent = request.headers['user-agent'] ?? '';
    // Who follows a link gets there, whatever the counting comes to.
    await recordTrackingEvent(services, tracked, { method: request.method, agent, address: visitorAddress(request), url }).catch(
      (error: unknown) => services.log.warn({ err: error }, 'an open or a click was not counted'),
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
    // A message with a broken link would be marked down.
    if (tracked?.kind === 'honeypot') return reply.status(204).send();
    return reply.status(404).type('text/plain; charset=utf-8').send('This link does not work. Open it from the message itself.');
  };
  // The picture proxies of large mail services ask for all their users from few addresses.
  const config = { fromMessages: true, rateLimit: { max: 6000, timeWindow: '1 minute' } };
  app.get<TrackingCall>('/api/v6/messaging/track/:token/', { config }, open);
  app.get<TrackingCall>('/api/v6/messaging/click/:token/', { config }, click);
}
