import { type AddressInfo, connect, type Socket } from 'node:net';
import { implement } from '@orpc/server';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { route, uploadBytes } from '@headwater/contract/route';
import type { Actor } from '@headwater/domain/roles';
import { createLog } from '#platform/log.ts';
import { createHttpServer } from './server.ts';

const megabyte = 1024 ** 2;
const upload = route({ method: 'POST', path: '/api/v6/upload/', summary: 'Takes a file', access: 'signed_in', upload: uploadBytes })
  .input(z.object({ file: z.file() }))
  .output(z.object({ size: z.number() }));
const router = { upload: implement(upload).handler(({ input }) => ({ size: input.file.size })) };

/** The cookie names session, person and company: `laptop 1 1`. */
const actorOf = (session = '') => {
  const [, userId, companyId] = session.split('-').map(Number);
  return { userId, role: 'worker', language: 'en', company: { id: companyId, isExtCompany: false } } as Actor;
};
const headersOf = (session: string) => ({ cookie: `csrftoken=a; session=${session}`, 'x-csrftoken': 'a' });

let app: FastifyInstance;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await createHttpServer({
    log: createLog('silent'),
    router,
    sessionOf: ({ cookies }) => cookies['session'],
    resolveVisitor: async ({ cookies }) => ({ actor: actorOf(cookies['session']), isLicensed: true, lacksFactor: false }),
    languageOf: () => 'en',
    behindProxy: false,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
});

/** Sends the start of a large upload. Resolves with the response. */
function beginUpload(session: string, megabytes: number): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  const headers = { ...headersOf(session), 'content-type': 'multipart/form-data; boundary=b', 'content-length': String(29 * megabyte) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((resolve) => {
    socket.on('error', () => undefined);
    socket.once('data', (answer) => resolve(String(answer)));
    socket.write(`POST /api/v6/upload/ HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n`);
    socket.write(Buffer.alloc(megabytes * megabyte, 'x'));
  });
}

it('leaves memory for other uploads while a person uses their limit in several sessions', async () => {
  const begun = ['laptop-1-1', 'laptop-1-1', 'phone-1-1'].map((session) => beginUpload(session, 22));
  expect(await Promise.race(begun)).toMatch(/^HTTP\/1\.1 503 .*"code":"busy"/s);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(20 * megabyte)]), 'file');
  const { port } = app.server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/api/v6/upload/`, {
    method: 'POST',
    headers: headersOf('laptop-2-2'),
    body: form,
  });
  expect([answer.status, await answer.json()]).toEqual([200, { size: 20 * megabyte }]);
});
