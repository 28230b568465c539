import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Acme, acmeIntegration, startAcme } from '../../../../test/acme-integration.ts';
import { spawnProgram } from '../../../../test/child-process.ts';
import { testIntegrations, useInstallation } from '../../../../test/installation.ts';
import { createSecretBox } from '#platform/crypto/secrets.ts';
import { saveConnection } from '../public.ts';

let acme: Acme;
testIntegrations.push(acmeIntegration(() => acme));
const key = Buffer.alloc(32, 6);
const settings = {
  HEADWATER_SECRET_KEY: key.toString('base64'),
  HEADWATER_ACME_CLIENT_ID: 'acme-client',
  HEADWATER_ACME_CLIENT_SECRET: 'acme-secret',
};
const here = useInstallation(settings);
beforeAll(async () => {
  acme = await startAcme();
});
afterAll(() => acme.stop());

it('processes webhooks in order after a worker was killed while it processed the first one', { timeout: 60_000 }, async () => {
  const user = await here.addUser(await here.addCompany(), 'admin');
  const connection = await here.application.database.inCompany(user.companyId, (tx) =>
    saveConnection(
      tx,
      { secrets: createSecretBox([key]), clock: here.clock },
      { companyId: user.companyId, userId: user.id, integration: 'acme', secret: { webhookKey: 'w' } },
    ),
  );
  for (const text of ['1', '2', '3']) {
    const payload = JSON.stringify({ text });
    const headers = { 'acme-delivery': text, 'acme-signature': `sha256=${createHmac('sha256', 'w').update(payload).digest('hex')}` };
    const url = `/api/webhooks/acme/${connection.webhook_key}`;
    expect((await here.app.inject({ method: 'POST', url, payload, headers: { host: 'headwater.test', ...headers } })).statusCode).toBe(200);
  }
  const child = spawnProgram(new URL('../../../../test/webhook-worker-process.ts', import.meta.url), [here.databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, HEADWATER_DATA_DIR: dirname(here.filesFolder), HEADWATER_DEMO: 'off', ...settings },
  });
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  child.kill('SIGKILL');
  const worker = await here.application.startWorker();
  await vi.waitFor(() => expect(acme.handled).toEqual([' 1', ' 2', ' 3']), { timeout: 40_000, interval: 100 });
  await worker.stop();
});
