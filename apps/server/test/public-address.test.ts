import { describe, expect, it } from 'vitest';
import { useInstallation } from './installation.ts';

const token = 'a-token-of-some-length';
const here = useInstallation({ HEADWATER_URL: 'https://hire.company.test', HEADWATER_METRICS_TOKEN: token });

const figures = async (headers: Record<string, string>) =>
  (await here.app.inject({ url: '/metrics', headers, remoteAddress: '192.0.2.7' })).statusCode;

const status = async (host: string) => (await here.app.inject({ url: '/api/v6/users/', headers: { host } })).statusCode;

describe('an installation with a public address', () => {
  it('returns its metrics for a valid token, from any address', async () => {
    expect(await figures({ authorization: `Bearer ${token}` })).toBe(200);
    expect([await figures({}), await figures({ authorization: 'Bearer a-token-of-some-lengtH' })]).toEqual([404, 404]);
    expect((await here.app.inject({ url: '/metrics' })).statusCode).toBe(404);
  });

  it('[REQ-042] accepts this address and loopback', async () => {
    expect([await status('hire.company.test'), await status('127.0.0.1:3000'), await status('evil.test')]).toEqual([401, 401, 421]);
  });
});
