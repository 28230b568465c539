import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openErrorReports } from './error-reports.ts';
import { createLog } from './log.ts';

const received: string[] = [];
const service = createServer((request, response) => {
  let text = '';
  request.on('data', (part: Buffer) => (text += part.toString()));
  request.on('end', () => {
    received.push(text);
    response.end('taken');
  });
});
let address = '';
beforeEach(async () => {
  received.length = 0;
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(service.address() as AddressInfo).port}/reports?key=a`;
});
afterEach(() => new Promise((resolve) => service.close(resolve)));

describe('reports of defects', () => {
  it('[SHELL-031] [SHELL-032] send each logged error once a minute, without personal data', async () => {
    const reports = openErrorReports(address);
    const log = createLog('fatal', reports);
    const failed = new Error('no mailbox of ann@acme.test');
    for (let count = 0; count < 3; count += 1) log.error({ err: failed, url: '/api/v6/folders/17/?q=ann' }, 'a request failed');
    log.warn({ err: failed }, 'nothing to worry about');
    await reports.settle();
    expect(received).toHaveLength(1);
    expect(JSON.parse(received[0] ?? '')).toMatchObject({
      source: 'server',
      name: 'Error',
      message: 'no mailbox of [e-mail]',
      place: '/api/v6/folders/{}/',
    });
    expect(received[0]).not.toMatch(/ann|17/);
    for (let count = 0; count < 50; count += 1) reports.send(Object.assign(new Error('x'), { code: `E${count}` }), undefined);
    await reports.settle();
    expect(received).toHaveLength(30);
  });

  it('[SHELL-032] ignore an unavailable service', async () => {
    const reports = openErrorReports('http://127.0.0.1:1/');
    reports.send(new Error('x'), undefined);
    await reports.settle();
    expect(received).toEqual([]);
  });

  it('[SHELL-032] are off without an address', async () => {
    createLog('silent').error({ err: new Error('x') }, 'a request failed');
    expect(received).toEqual([]);
  });
});
