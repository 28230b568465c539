import { expect, it, vi } from 'vitest';
import { queryFields } from '@headwater/domain/query/fields';
import { password, useInstallation } from '../../../../test/installation.ts';
import { until } from '../../../../test/settled.ts';

const here = useInstallation();

/** Calls over a real connection, which a browser can abort. */
async function connect() {
  const origin = await here.app.listen({ host: '127.0.0.1', port: 0 });
  const user = await here.addUser(await here.addCompany(), 'worker');
  const token = { cookie: 'csrftoken=t', 'x-csrftoken': 't', 'content-type': 'application/json' };
  const call = (path: string, body: object, init: { cookie?: string; signal?: AbortSignal } = {}) =>
    fetch(origin + path, {
      method: 'POST',
      headers: { ...token, cookie: `${token.cookie}; ${init.cookie ?? ''}` },
      body: JSON.stringify(body),
      ...(init.signal ? { signal: init.signal } : {}),
    });
  const signedIn = await call('/api/v6/login/', { email: user.email, password });
  const cookie = signedIn.headers
    .getSetCookie()
    .filter((one) => !one.startsWith('csrftoken'))
    .map((one) => one.split(';')[0])
    .join('; ');
  return (path: string, body: object, signal?: AbortSignal) => call(path, body, signal ? { cookie, signal } : { cookie });
}

it('[SUGG-004] stops counting suggestions after the client disconnects', async () => {
  await here.application.search.start();
  const call = await connect();
  const engine = here.application.search.current();
  if (!engine) throw new Error('the search has not started');
  const ask = { text: 'a', field_types: queryFields, limit: 10 };
  const searches = vi.spyOn(engine, 'search');
  expect((await call('/api/v6/suggestions/', ask)).status).toBe(200);
  const whole = searches.mock.calls.length;
  expect(whole).toBeGreaterThan(30);

  searches.mockReset();
  const left = new AbortController();
  // The first search waits for the abort, because counting few people is faster.
  const search = engine.search.bind(engine);
  searches.mockImplementationOnce(async (...asked) => {
    left.abort();
    await until(() => expect(asked[1].signal?.aborted).toBe(true));
    return search(...asked);
  });
  await expect(call('/api/v6/suggestions/', ask, left.signal)).rejects.toThrow('aborted');
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(searches.mock.calls.length).toBeLessThan(6);
  expect(searches.mock.calls.every(([, options]) => options.signal?.aborted)).toBe(true);
});
