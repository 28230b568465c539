import { createECDH, type ECDH, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { now } from '../clock.ts';
import type { Faults } from '../mail/faults.ts';
import { decrypt, tokenFault } from './decrypt.ts';

type Message = { text: string; topic: string | null; ttl: number };
type Browser = { ecdh: ECDH; auth: Buffer; key: string; messages: Message[] };

/**
 * A push service with its browsers (RFC 8030, 8291, 8292).
 * - POST /push/browsers `{"key"}`: subscribes with that application key; returns `{"endpoint", "keys"}` like a browser
 * - GET /push/browsers/ID: decrypted messages of that browser; DELETE: ends the subscription
 * - POST /push/ID: the endpoint for applications
 */
export function registerPush(app: FastifyInstance, { faults }: { faults: Faults }): void {
  const browsers = new Map<string, Browser>();
  app.post<{ Body: { key?: string } | null }>('/push/browsers', (request, reply) => {
    const key = request.body?.key;
    if (typeof key !== 'string' || Buffer.from(key, 'base64url').length !== 65)
      return reply.code(400).send({ key: ['An uncompressed point'] });
    const [id, ecdh, auth] = [randomBytes(12).toString('base64url'), createECDH('prime256v1'), randomBytes(16)];
    ecdh.generateKeys();
    browsers.set(id, { ecdh, auth, key, messages: [] });
    const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') };
    return reply.code(201).send({ endpoint: `http://${request.headers.host}/push/${id}`, keys });
  });
  app.get<{ Params: { id: string } }>('/push/browsers/:id', ({ params }, reply) => {
    const browser = browsers.get(params.id);
    return browser ? reply.send(browser.messages) : reply.code(404).send({ detail: 'No such browser' });
  });
  app.delete<{ Params: { id: string } }>('/push/browsers/:id', ({ params }, reply) => {
    browsers.delete(params.id);
    return reply.code(204).send();
  });
  app.post<{ Params: { id: string }; Body: unknown }>('/push/:id', async (request, reply) => {
    const slow = faults.take('push_slow');
    if (slow) await wait(slow.milliseconds);
    const failed = answerOfFault(faults, reply);
    if (failed) return failed;
    const browser = browsers.get(request.params.id);
    if (!browser) return reply.code(410).send({ detail: 'The browser takes nothing any more' });
    const { host, authorization = '', ttl, topic, 'content-encoding': coding } = request.headers;
    const expected = { key: browser.key, origin: `http://${host}`, seconds: Math.floor(now().getTime() / 1000) };
    const fault = tokenFault(authorization, expected);
    if (fault !== null) return reply.code(403).send({ detail: fault });
    const isForm = Buffer.isBuffer(request.body) && coding === 'aes128gcm' && /^\d+$/.test(String(ttl ?? ''));
    const isTopic = topic === undefined || /^[\w-]{1,32}$/.test(String(topic));
    if (!isForm || !isTopic) return reply.code(400).send({ detail: 'TTL, Content-Encoding or Topic is wrong' });
    keep(browser, { text: decrypt(request.body as Buffer, browser), topic: topic === undefined ? null : String(topic), ttl: Number(ttl) });
    return reply
      .code(201)
      .header('location', `/push/messages/${randomBytes(8).toString('hex')}`)
      .send();
  });
}

function answerOfFault(faults: Faults, reply: FastifyReply): FastifyReply | undefined {
  if (faults.take('push_gone')) return reply.code(404).send({ detail: 'Unknown' });
  const limit = faults.take('push_limit');
  if (limit)
    return reply
      .code(429)
      .header('retry-after', String(Math.ceil(limit.milliseconds / 1000)))
      .send({ detail: 'Too many' });
  if (faults.take('push_error')) return reply.code(503).send({ detail: 'Try again' });
  if (faults.take('push_refuse')) return reply.code(400).send({ detail: 'Refused' });
  return undefined;
}

function keep(browser: Browser, message: Message): void {
  const same = message.topic === null ? -1 : browser.messages.findIndex(({ topic }) => topic === message.topic);
  if (same >= 0) browser.messages.splice(same, 1);
  browser.messages.push(message);
}
