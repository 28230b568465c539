import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { implement } from '@orpc/server';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../../../test/settled.ts';
import { z } from 'zod';
import { route } from '@headwater/contract/route';
import { createLog } from '#platform/log.ts';
import type { RequestContext } from './context.ts';
import { createHttpServer, type HttpOptions } from './server.ts';

const megabyte = 1024 ** 2;
const contract = {
  take: route({ method: 'POST', path: '/api/v6/take/', summary: 'Takes a text', access: 'public' }).input(z.object({ text: z.string() })),
  wait: route({ method: 'GET', path: '/api/v6/wait/', summary: 'Answers when the client has gone', access: 'public' }),
};

const opened: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close();
});

async function open(more: Partial<HttpOptions> = {}) {
  const seen = { taken: 0, signals: [] as AbortSignal[] };
  const app = await createHttpServer({
    log: createLog('silent'),
    router: {
      take: implement(contract.take).handler(() => {
        seen.taken += 1;
      }),
      wait: implement(contract.wait)
        .$context<RequestContext>()
        .handler(async ({ context: { signal } }) => {
          seen.signals.push(signal);
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        }),
    },
    resolveVisitor: async () => undefined,
    languageOf: () => 'en',
    behindProxy: false,
    ...more,
  });
  opened.push(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, port: (app.server.address() as AddressInfo).port, seen };
}

const request = (line: string, body = '') =>
  `${line} HTTP/1.1\r\nHost: localhost\r\nCookie: csrftoken=a\r\nX-CSRFToken: a\r\n${body && `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`}\r\n${body}`;
const large = JSON.stringify({ text: 'x'.repeat(megabyte - 100) });
const take = request('POST /api/v6/take/', large);
const takeInjected = async (app: FastifyInstance) => {
  const headers = { 'content-type': 'application/json', cookie: 'csrftoken=a', 'x-csrftoken': 'a' };
  return (await app.inject({ method: 'POST', url: '/api/v6/take/', headers, payload: large })).statusCode;
};
const openSocket = (port: number) =>
  new Promise<Socket>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', () => undefined);
  });

describe('pipelined requests', () => {
  it('release the memory of bodies and abort when the connection is cut', async () => {
    const { app, port, seen } = await open();
    // Limit for visitors of one address.
    const sockets = await Promise.all(Array.from({ length: 2 }, () => openSocket(port)));
    for (const socket of sockets) socket.write(request('GET /api/v6/wait/').repeat(2) + take.repeat(6));
    await until(() => expect(seen.taken).toBe(12));
    expect(await takeInjected(app)).toBe(503);
    for (const socket of sockets) socket.resetAndDestroy();
    await until(() => expect(seen.signals.map(({ aborted }) => aborted)).toEqual(Array.from({ length: 4 }, () => true)));
    expect(await takeInjected(app)).toBe(200);
  });

  it('take no memory if they are read after the connection closed', async () => {
    const { app, port } = await open();
    for (let round = 0; round < 5; round += 1) {
      const socket = await openSocket(port);
      await new Promise<void>((resolve) => {
        socket.on('close', () => resolve());
        socket.write(request('GET /api/v6/wait/') + take.repeat(8), () => socket.resetAndDestroy());
      });
    }
    await until(async () => expect(await takeInjected(app)).toBe(200));
  });

  it('release the memory of a rejected body before the response is sent', async () => {
    const { app, port, seen } = await open();
    const noJson = request('POST /api/v6/take/', large.slice(1));
    const tooLarge = `${request('POST /api/v6/take/').slice(0, -2)}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const chunk = `${(megabyte + 1).toString(16)}\r\n${'x'.repeat(megabyte + 1)}\r\n0\r\n\r\n`;
    const sockets = await Promise.all(Array.from({ length: 12 }, () => openSocket(port)));
    let received = 0;
    for (const [at, socket] of sockets.entries()) {
      socket.on('data', () => (received += 1));
      socket.write(request('GET /api/v6/wait/') + (at % 2 === 0 ? noJson.repeat(3) : tooLarge + chunk));
    }
    await until(() => expect(seen.signals).toHaveLength(12));
    await until(async () => expect(await Promise.all(Array.from({ length: 8 }, () => takeInjected(app)))).not.toContain(503));
    await sleep(500);
    expect([await takeInjected(app), received]).toEqual([200, 0]);
    for (const socket of sockets) socket.destroy();
  });

  it('leave no listeners on an open connection', async () => {
    const { app, port, seen } = await open();
    const sockets: Socket[] = [];
    app.server.on('connection', (one) => void sockets.push(one));
    const socket = await openSocket(port);
    const small = request('POST /api/v6/take/', '{"text":"a"}');
    socket.resume().write(small);
    await until(() => expect(seen.taken).toBe(1));
    const listeners = sockets[0]?.listenerCount('close');
    socket.write(small.repeat(60));
    await until(() => expect(seen.taken).toBe(61));
    expect(sockets[0]?.listenerCount('close')).toBe(listeners);
    socket.destroy();
  });
});

const settle = (sockets: readonly Socket[]) => sockets.filter(({ destroyed }) => destroyed).length;

describe('connections of one address', () => {
  it('are limited, with enough for an office', async () => {
    const { app, port } = await open();
    const sockets = await Promise.all(Array.from({ length: 310 }, () => openSocket(port)));
    for (const socket of sockets) socket.resume();
    await until(() => expect(settle(sockets)).toBe(10));
    for (const socket of sockets) socket.destroy();
    await until(async () => expect(await new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))).toBe(0));
    const again = await openSocket(port);
    const received = new Promise<string>((resolve) => again.on('data', (chunk) => resolve(String(chunk))));
    again.write(request('POST /api/v6/take/', '{"text":"a"}'));
    expect(await received).toMatch(/^HTTP\/1\.1 200 /);
    again.destroy();
  });

  it('are not limited behind a proxy', async () => {
    const { app, port } = await open({ behindProxy: true });
    const sockets = await Promise.all(Array.from({ length: 310 }, () => openSocket(port)));
    await until(async () => expect(await new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))).toBe(310));
    for (const socket of sockets) socket.destroy();
  });

  it('are closed after ten seconds without a request', async () => {
    expect((await open()).app.server.headersTimeout).toBe(10_000);
    const { port } = await open({ slowHeadersMs: 200 });
    const socket = await openSocket(port);
    socket.resume();
    await new Promise((resolve) => socket.on('close', resolve));
  });
});
