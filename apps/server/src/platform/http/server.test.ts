import { implement } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import { route } from '@headwater/contract/route';
import { createLog } from '#platform/log.ts';
import { createHttpServer } from './server.ts';

const ping = route({ method: 'GET', path: '/api/v6/ping/', summary: 'Answers', access: 'public' });

describe('the limit of requests a minute', () => {
  it('holds for the API and not for the files of the web app, which come by the dozen', async () => {
    const app = await createHttpServer({
      log: createLog('silent'),
      router: { ping: implement(ping).handler(() => undefined) },
      resolveVisitor: async () => undefined,
      languageOf: () => 'en',
      behindProxy: false,
      requestsPerMinute: 3,
      mount(server) {
        server.get('/assets/base.js', () => 'code');
      },
    });
    const statuses = async (url: string) => {
      const answers = [];
      for (let count = 0; count < 5; count += 1) answers.push((await app.inject({ url })).statusCode);
      return answers;
    };
    expect(await statuses('/assets/base.js')).toEqual([200, 200, 200, 200, 200]);
    expect(await statuses('/api/v6/ping/')).toEqual([200, 200, 200, 429, 429]);
    await app.close();
  });
});
