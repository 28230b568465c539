import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { startLineTo } from '../../../../test/line-to-telegram.ts';
import { accountsPath, messengerFeatures, telegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { startTelegramServer } from '../../../../test/telegram-fixtures.ts';
import { markBehind } from './sync/missing.ts';
import type { AccountContext } from './worker-services.ts';
import { poll, settled } from '../../../../test/settled.ts';

const server = await startTelegramServer();
const line = await startLineTo(server.telegram);
const here = useInstallation({ ...server.settings, HEADWATER_TELEGRAM_DC: `127.0.0.1:${line.port}` });
const dialogs = telegramDialogs(here, 'line_down');

let company: number;
let recruiter: Caller;
let phone: string;
let account: number;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  company = await here.addCompany({ features: messengerFeatures });
  const admin = await here.signIn(await here.addUser(company, 'admin'));
  recruiter = await here.signIn(await here.addUser(company, 'worker', { canSearch: true }));
  worker = await here.application.startWorker();
  phone = server.nextPhone();
  account = (await server.addAccount(admin, phone)).id;
  await admin.put(`${accountsPath}${account}/`, { limit_total: 100, warms_up: false });
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await line.stop();
  await server.stop();
});

const isCaughtUp = async () =>
  (await here.sql<{ is_synced: boolean }>('select is_synced from telegram_accounts where id = $1', [account]))[0]?.is_synced;
async function becomes(expected: boolean) {
  await poll(isCaughtUp).toBe(expected);
}
const isBehind = async (id: number) =>
  (await here.sql<{ has_missing_messages: boolean }>('select has_missing_messages from telegram_dialogs where id = $1', [id]))[0]
    ?.has_missing_messages;
/** The person deletes the conversation for both sides. */
function deleteForBoth(username: string): void {
  const { boxes } = server.world;
  const [person, owner] = [server.personOf(username), server.ownerOf(phone)];
  boxes.of(owner.id).dialogs.delete(person.id);
  boxes.of(person.id).dialogs.delete(owner.id);
}
const committed = async () =>
  Number(
    (await here.sql<{ count: string }>('select xact_commit as count from pg_stat_database where datname = current_database()'))[0]?.count,
  );

describe('an account', () => {
  it('[SEND-009] does not count as synced while its connection is down, and catches up afterwards', { timeout: 90_000 }, async () => {
    const { id, username } = await dialogs.converse(recruiter);
    await becomes(true);
    line.fall();
    await becomes(false);
    server.writes(username, phone, 'Meanwhile');
    await settled();
    expect(await isCaughtUp()).toBe(false);
    line.mend();
    await becomes(true);
    expect(await dialogs.texts(recruiter, id)).toEqual(['Hello', 'Meanwhile']);
  });

  it('[SEND-009] polls slowly and counts as behind while Telegram refuses the sync', { timeout: 120_000 }, async () => {
    const { id, username } = await dialogs.converse(recruiter);
    await becomes(true);
    const fault = { method: 'messages.getDialogs', phone: null, times: 1, fate: 'sent' as const, milliseconds: 0 };
    server.world.faults.add({ ...fault, error: 'FLOOD_WAIT_3000' });
    // A sync for the unknown person runs.
    server.writes('line_stranger_x', phone, 'Who is it?');
    await poll(() => server.world.faults.list()).toEqual([]);
    server.world.hub.cut(server.ownerOf(phone).id);
    await becomes(false);
    await settled();
    const before = await committed();
    await sleep(2000);
    // The worker checks four times a second; without a pause there would be hundreds.
    expect((await committed()) - before).toBeLessThan(200);
    expect(await isCaughtUp()).toBe(false);
    here.clock.advance(3_001_000);
    await becomes(true);
    server.writes(username, phone, 'And now');
    await poll(() => dialogs.texts(recruiter, id)).toEqual(['Hello', 'And now']);
  });

  it('is not kept behind by a deleted dialog after all others were read', { timeout: 60_000 }, async () => {
    const { id, username } = await dialogs.converse(recruiter);
    await here.sql('update telegram_dialogs set has_missing_messages = true where id = $1', [id]);
    deleteForBoth(username);
    server.world.hub.cut(server.ownerOf(phone).id);
    await poll(() => isBehind(id)).toBe(false);
  });

  it('ignores a worker that lost its lease', { timeout: 60_000 }, async () => {
    await becomes(true);
    const { database } = here.application;
    const context = { database, companyId: company, accountId: account, workerId: randomUUID() };
    await markBehind(context as unknown as AccountContext);
    expect(await isCaughtUp()).toBe(true);
  });

  it('does not delay the stop of its worker while Telegram does not respond', { timeout: 60_000 }, async () => {
    await becomes(true);
    line.fall();
    await becomes(false);
    const begun = performance.now();
    await worker.stop();
    const took = performance.now() - begun;
    line.mend();
    worker = await here.application.startWorker();
    expect(took).toBeLessThan(30_000);
  });
});
