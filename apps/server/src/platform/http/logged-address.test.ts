import { describe, expect, it } from 'vitest';
import { leastProcessorMs } from '@headwater/domain/testing/processor-time';
import type { Log } from '#platform/log.ts';
import { loggedAddress } from './logged-address.ts';
import { createHttpServer } from './server.ts';

const secret = 'Zk3-c9xT_0aP7qLm2VbR8s';

describe('a logged address', () => {
  it.each([
    ['/login?token=' + secret, '/login'],
    ['/api/v6/messaging/gmail/callback/?code=' + secret + '&state=1', '/api/v6/messaging/gmail/callback/'],
    ['/users/reset/' + secret, '/users/reset/{}'],
    ['/l/42/' + secret + '#there', '/l/42/{}'],
    ['/api/v6/profiles/1234/get-contacts/', '/api/v6/profiles/1234/get-contacts/'],
    ['/anna@people.test/79261234567890123', '/{}/{}'],
  ])('of %s is %s', (address, logged) => expect(loggedAddress(address)).toBe(logged));

  it('is computed in linear time', async () => {
    for (const text of ['/', '?', '/a', '#?'].map((unit) => unit.repeat(60_000))) {
      expect(loggedAddress(text).length).toBeLessThanOrEqual(300);
      expect(await leastProcessorMs(() => loggedAddress(text), 50)).toBeLessThan(50);
    }
  });

  it('[ACC-020] contains no sign-in link if a page fails', async () => {
    const logCalls: unknown[] = [];
    const recordLog = (...words: unknown[]) => void logCalls.push(words);
    const app = await createHttpServer({
      log: { error: recordLog, warn: recordLog, debug: recordLog } as unknown as Log,
      router: {},
      resolveVisitor: async () => undefined,
      languageOf: () => 'en',
      behindProxy: false,
      mount: (server) =>
        void server.get('/login', () => {
          throw new Error('the page is gone');
        }),
    });
    expect((await app.inject({ url: `/login?token=${secret}` })).statusCode).toBe(500);
    await app.close();
    expect(logCalls).toMatchObject([[{ url: '/login', err: expect.any(Error) }, 'request failed']]);
  });
});
