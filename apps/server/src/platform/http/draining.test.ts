import { EventEmitter, once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import { createHttpServer } from './server.ts';

/** The answer of `/held` waits for `finish`. */
async function serve() {
  const holder = new EventEmitter();
  const held = once(holder, 'finish');
  const app = await createHttpServer({
    log: createLog('silent'),
    router: {},
    resolveVisitor: async () => undefined,
    languageOf: () => 'en',
    behindProxy: false,
    mount(server) {
      server.get('/held', () => held.then(() => 'held'));
      server.get('/fast', () => 'fast');
      server.get('/stream', (request) => once(request.server.draining.signal, 'abort').then(() => 'ended'));
    },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, finish: () => holder.emit('finish'), port: (app.server.address() as AddressInfo).port };
}

const agent = new Agent({ keepAlive: true });
afterEach(() => agent.destroy());

async function ask(port: number, path: string, by: Agent | false = agent): Promise<IncomingMessage> {
  const [answer] = (await once(get({ port, path, agent: by }), 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer;
}

it('[SCL-006] answers all requests before it stops, and accepts no new connection', async () => {
  const { app, finish, port } = await serve();
  const requests = ['/held', '/stream'].map((path) => ask(port, path));
  await expect.poll(() => app.draining.open()).toBe(2);
  expect((await ask(port, '/fast')).headers.connection).toBe('keep-alive');
  const drained = app.draining.drain();
  // On a connection that was idle.
  expect((await ask(port, '/fast')).headers.connection).toBe('close');
  await expect(ask(port, '/fast', false)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect((await requests[1])?.headers.connection).toBe('close');
  finish();
  expect((await requests[0])?.headers.connection).toBe('close');
  await drained;
  await app.close();
});
