import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '@headwater/sandbox/sandbox';
import { openPhones } from '../../integrations/sandbox/phones.ts';
import { movableClock } from '../../platform/clock.ts';
import { useInstallation } from '../../../test/installation.ts';
import { createLog } from '#platform/log.ts';
import { demoPassword } from './accounts.ts';
import type { Phones } from './phones-port.ts';
import { demoSandboxUsers, installDemo, installDialogs } from './public.ts';

const directory = mkdtempSync(join(tmpdir(), 'headwater-demo-'));
let sandbox: Sandbox;
const here = useInstallation({ HEADWATER_TELEGRAM_GAP: '0' }, async () => {
  sandbox = await startSandbox({ directory, smtpPort: 0, imapPort: 0, httpPort: 0, telegramPort: 0, users: demoSandboxUsers });
  const { telegram, ports } = sandbox;
  if (!telegram) throw new Error('the sandbox has no Telegram');
  const { host, port, publicKey, application } = telegram;
  const server = { host, port, publicKey, apiId: application.id, apiHash: application.hash };
  return { smtpPort: ports.smtp, imapPort: ports.imap, httpPort: ports.http, telegram: server };
});
let worker: { stop(): Promise<void> };
afterAll(async () => {
  await worker.stop();
  await sandbox.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** Installs the dialogs like a start after the history. `alter` wraps the phones. */
async function talk(alter = (phones: Phones) => phones): Promise<void> {
  const { application, clock } = here;
  const phones = openPhones({ httpPort: sandbox.ports.http });
  const past = await application.runDemoHistory(movableClock(clock.now()));
  const { signal } = new AbortController();
  try {
    await installDialogs({ database: application.database, clock, log: createLog('error'), past, phones: alter(phones), signal });
  } finally {
    await Promise.all([past.close(), phones.close()]);
  }
}

async function as(email: string) {
  const caller = here.visitor();
  await caller.post('/api/v6/login/', { email, password: demoPassword });
  return caller;
}
const dialogs = '/api/internal/telegram/dialogs/';
const counts = () =>
  here.sql(
    'select (select count(*) from telegram_dialogs) as dialogs, (select count(*) from messages) as messages, (select count(*) from telegram_accounts) as accounts',
  );

describe('the dialogs of the demo', () => {
  beforeAll(async () => {
    const { application, clock } = here;
    await installDemo({ database: application.database, clock, log: createLog('error'), profiles: 600, say: () => undefined });
    worker = await application.startWorker();
    // A demo without history gets no dialogs.
    await talk();
  }, 120_000);

  it('wait for the history of the demo, and resume after a kill', async () => {
    expect(await counts()).toMatchObject([{ dialogs: 0, accounts: 0 }]);
    await here.sql("insert into installation (key, value, updated_at) values ('demo_history', $1, now())", [
      JSON.stringify({ until: null, reached: null, keys: [], isOver: true }),
    ]);
    await expect(talk((phones) => ({ ...phones, codeFor: () => Promise.reject(new Error('killed')) }))).rejects.toThrow('killed');
    await talk();
    expect(await counts()).toMatchObject([{ dialogs: 5, accounts: 2 }]);
  }, 60_000);

  it('include answered, unread and refused ones, from two SIM cards', async () => {
    const recruiter = await as('recruiter@demo.headwater.test');
    const { body } = await recruiter.get(`${dialogs}?limit=100`);
    expect(body.count).toBe(5);
    const days = body.results.map((each: { last_at: string }) => each.last_at.slice(0, 10));
    expect(new Set(days).size).toBe(5);
    expect(new Set(body.results.map((each: { account: { id: number } }) => each.account.id)).size).toBe(2);
    const all = body.results as {
      id: number;
      unread_count: number;
      last_message: { out: boolean; state: string; error_text: string | null };
    }[];
    expect(all.filter((each) => each.unread_count > 0).map((each) => each.unread_count)).toEqual([2]);
    expect(all.filter((each) => each.last_message.state === 'failed').map((each) => each.last_message.error_text)).toEqual([
      'User privacy settings forbid the action',
    ]);
    expect((await recruiter.get(`${dialogs}?only_need_attention=true`)).body.count).toBe(1);
    const lengths = await Promise.all(all.map(async ({ id }) => (await recruiter.get(`${dialogs}${id}/messages/`)).body.count));
    expect(lengths.toSorted()).toEqual([1, 1, 2, 3, 5]);
  });

  it('are created once', async () => {
    const before = await counts();
    await talk();
    expect(await counts()).toEqual(before);
  });
});
