import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FetchRefused, guardedFetch, isPublicAddress } from './guarded-fetch.ts';

let server: Server;
let base: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/to-metadata') response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end();
    else if (request.url === '/loop') response.writeHead(302, { location: '/loop' }).end();
    else if (request.url === '/large') response.end(Buffer.alloc(5000));
    else if (request.url === '/never') return;
    else response.writeHead(200, { 'content-type': 'image/png' }).end('bytes');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const loopback = (address: string) => address === '127.0.0.1' || address === '::1';
const refusal = (address: string, options: object = {}) =>
  guardedFetch(address, { maxBytes: 1000, timeoutMs: 1000, allows: loopback, ...options }).then(
    () => 'fetched',
    (error: unknown) => (error instanceof FetchRefused ? error.reason : error),
  );

describe('guarded fetch', () => {
  it('fetches public addresses', async () => {
    expect(await guardedFetch(`${base}/ok`, { maxBytes: 1000, allows: loopback })).toEqual({
      bytes: Buffer.from('bytes'),
      mediaType: 'image/png',
    });
  });

  it('rejects loopback, private networks and metadata by number, by name and after a redirect', async () => {
    const closed = { allows: isPublicAddress };
    for (const address of [
      base,
      'http://[::1]/',
      'http://10.0.0.1/',
      'http://169.254.169.254/',
      'http://[::ffff:127.0.0.1]/',
      'http://0x7f.1/',
    ]) {
      expect(await refusal(address, closed)).toBe('address');
    }
    expect(await refusal('http://localhost/', closed)).toBe('address');
    expect(await refusal(`${base}/to-metadata`)).toBe('address');
    expect(await refusal('file:///etc/passwd')).toBe('address');
  });

  it('limits size, time and redirects', async () => {
    expect(await refusal(`${base}/large`)).toBe('too_large');
    expect(await refusal(`${base}/never`)).toBe('network');
    expect(await refusal(`${base}/loop`)).toBe('status');
  });
});
