import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandbox } from '@headwater/sandbox/sandbox';
import { useInstallation } from '../../../../test/installation.ts';
import { messagesIn } from '../../../../test/message-fixtures.ts';
import { allow, sandboxClient } from '../../../../test/mail-services.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';
import { until } from '../../../../test/settled.ts';

const address = 'renewed@company.test';
const folder = mkdtempSync(join(tmpdir(), 'headwater-renewed-'));
const users = [{ address, password: 'Mail-Pass-1' }];
const sandbox = await startSandbox({ directory: folder, smtpPort: 0, imapPort: 0, httpPort: 0, users });
let refusals = 0;
let refuses = false;
// A proxy that rejects sending with a renewed access and passes other calls.
const between = createServer((asked, answer) => {
  const { method, headers, url: path = '' } = asked;
  if (refuses && path.includes('/messages/send')) {
    refusals += 1;
    asked.resume().on('end', () => answer.writeHead(401, { 'content-type': 'application/json' }).end('{}'));
    return;
  }
  const onward = request({ host: '127.0.0.1', port: sandbox.ports.http, method, path, headers }, (given) => {
    answer.writeHead(given.statusCode ?? 500, given.headers);
    given.pipe(answer);
  });
  asked.pipe(onward);
});
await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
const here = useInstallation({
  HEADWATER_URL: 'https://hire.company.test/',
  HEADWATER_MAIL_TIMEOUT: '2',
  HEADWATER_GOOGLE_CLIENT_ID: sandboxClient.clientId,
  HEADWATER_GOOGLE_CLIENT_SECRET: sandboxClient.clientSecret,
  HEADWATER_GOOGLE_URL: `http://127.0.0.1:${(between.address() as AddressInfo).port}/google`,
});

let worker: { stop(): Promise<void> };
beforeAll(async () => {
  worker = await here.application.startWorker();
});
afterAll(async () => {
  await worker.stop();
  await sandbox.stop();
  between.close();
  rmSync(folder, { recursive: true, force: true });
});

it('[SEND-021] [MSET-011] disables a mailbox after its renewed access is rejected, without endless retries', async () => {
  const company = await here.addCompany();
  const caller = await here.signIn(await here.addUser(company, 'worker'));
  const consent = async () => {
    const { body } = await caller.get('/api/v6/messaging/gmail/connect/');
    const { searchParams: given } = await allow(body.url, address);
    return { vendor: 'gmail', access_token: given.get('code') ?? '', state: given.get('state') ?? '' };
  };
  expect((await caller.post('/api/social_accounts/', await consent())).status).toBe(200);
  refuses = true;
  const [profile] = await addProfiles(here, 1);
  const payload = { profile_id: profile, email: 'boris@renewed.test', subject: 'Hello', body: '<p>Hello</p>', request_key: 'key-renewed' };
  const { body: message } = await caller.post('/api/v6/messages/', payload);
  const mailbox = async () => (await caller.get('/api/v6/messaging/mailbox/')).body.mailbox;
  await until(async () => expect(await mailbox()).toMatchObject({ state: 'broken' }));
  expect(refusals).toBe(2);
  expect(await messagesIn(here).one({ id: message.id })).toMatchObject({ state: 'planned', attempts: 1 });
  refuses = false;
  expect((await caller.post('/api/social_accounts/', await consent())).status).toBe(200);
  const status = async () => (await caller.get(`/api/v6/messages/${message.id}/`)).body.status;
  await until(async () => expect(await status()).toBe('sent'));
});
