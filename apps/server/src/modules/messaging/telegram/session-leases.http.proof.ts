import type { ChildProcess } from 'node:child_process';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { startWorkerProcess } from '../../../../test/killed-worker.ts';
import { poll } from '../../../../test/settled.ts';
import { accountsPath, messengerFeatures, telegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { accountOf, startTelegramServer } from '../../../../test/telegram-fixtures.ts';

const server = await startTelegramServer();
const here = useInstallation(server.settings);
const { converse, say, last } = telegramDialogs(here, 'lease');

let admin: Caller;
let worker: { stop(): Promise<void> };
let child: ChildProcess | undefined;

async function addCard() {
  const phone = server.nextPhone();
  const { id } = await server.addAccount(admin, phone);
  await admin.put(`${accountsPath}${id}/`, { limit_total: 100, warms_up: false });
  return { id, phone };
}

beforeAll(async () => {
  admin = await here.signIn(await here.addUser(await here.addCompany({ features: messengerFeatures }), 'admin'));
  worker = await here.application.startWorker();
}, 60_000);
afterAll(async () => {
  child?.kill('SIGKILL');
  await worker.stop();
  await server.stop();
});

/** Counts the connections of the account to Telegram. */
const lines = (phone: string) => server.world.hub.linesOf(server.ownerOf(phone).id);

describe('the worker that holds an account', () => {
  it('closes its connection before another worker may take the account, even while the database does not answer', async () => {
    const card = await addCard();
    expect(lines(card.phone)).toBe(1);
    const other = new Client({ connectionString: here.databaseUrl });
    await other.connect();
    const since = Date.now();
    try {
      await other.query('begin; lock table telegram_accounts in access exclusive mode');
      await poll(() => lines(card.phone), { timeout: 40_000 }).toBe(0);
      // A lease is 30 seconds.
      expect(Date.now() - since).toBeLessThan(30_000);
    } finally {
      await other.query('rollback');
      await other.end();
    }
    await poll(() => lines(card.phone)).toBe(1);
  }, 90_000);

  it('is replaced within a minute after it was killed, and a message in flight arrives once', async () => {
    const card = await addCard();
    const { id, username } = await converse(admin, { account: card.id });
    await worker.stop();
    child = startWorkerProcess(here, server.settings);
    await poll(() => accountOf(admin, card.id), { timeout: 60_000 }).toMatchObject({ is_online: true });
    const owner = card.phone.replaceAll(/\D/g, '');
    // Telegram accepts the message, and its answer is lost.
    server.world.faults.add({ method: 'messages.sendMessage', phone: owner, times: 1, error: null, fate: 'lost', milliseconds: 0 });
    await say(admin, id, 'In between');
    await poll(() => server.received(username, card.phone)).toContain('In between');
    child.kill('SIGKILL');
    const killed = Date.now();
    server.writes(username, card.phone, 'While nobody listened');
    worker = await here.application.startWorker();
    await poll(() => last(admin, id), { timeout: 60_000 }).toMatchObject({ message: 'While nobody listened' });
    await poll(async () => (await here.sql("select from messages where state = 'handed_over'")).length).toBe(0);
    expect(Date.now() - killed).toBeLessThan(60_000);
    expect(server.received(username, card.phone)).toEqual(['Hello', 'In between']);
    const said = await here.sql<{ body: string; state: string }>(
      'select body_text as body, state from messages where dialog_id = $1 order by telegram_id',
      [id],
    );
    expect(said).toEqual([
      { body: 'Hello', state: 'sent' },
      { body: 'In between', state: 'sent' },
      { body: 'While nobody listened', state: 'received' },
    ]);
  }, 180_000);
});
