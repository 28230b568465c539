import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors.ts';
import type { Delivery } from './signature.ts';

const bodyBytes = 1024 ** 2;

export interface WebhookAddress {
  integration: string;
  key: string;
}

export interface WebhookReceiver {
  companyId: number;
  connectionId: number;
  /** Resolves with headers of the response after the event is stored. Throws AppError. */
  receive(delivery: Delivery): Promise<Record<string, string>>;
}

/** @param find undefined: unknown address */
export function mountWebhooks(app: FastifyInstance, find: (address: WebhookAddress) => Promise<WebhookReceiver | undefined>): void {
  const receive = async (request: FastifyRequest<{ Params: WebhookAddress }>, reply: FastifyReply) => {
    const receiver = await find(request.params);
    if (!receiver) throw new AppError('not_found');
    const { headers } = request;
    if (Number(headers['content-length'] ?? 0) > bodyBytes) throw new AppError('body_too_large');
    if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new AppError('media_type', { type: 'application/json' });
    const sender = { companyId: receiver.companyId, name: `webhooks ${receiver.connectionId}` };
    const body = await request.server.bounds.readBody(request, reply, { limit: bodyBytes, sender, decode: (bytes) => bytes });
    const answer = await receiver.receive({ headers, body: body ?? Buffer.alloc(0) });
    return reply.headers(answer).header('cache-control', 'no-store').send({});
  };
  // Services send the events of all their customers from a few addresses.
  const config = { bearer: true, rateLimit: { max: 6000, timeWindow: '1 minute' } };
  for (const end of ['', '/']) app.post<{ Params: WebhookAddress }>(`/api/webhooks/:integration/:key${end}`, { config }, receive);
}
