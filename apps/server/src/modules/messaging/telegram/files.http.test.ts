import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reply } from '@headwater/sandbox/telegram/candidate';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { accountsPath, dialogsPath, messengerFeatures, pdf, telegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { startTelegramServer } from '../../../../test/telegram-fixtures.ts';
import { poll, settled } from '../../../../test/settled.ts';

const server = await startTelegramServer();
/** Megabytes of the company's files. */
const room = 8;
const here = useInstallation({ ...server.settings, HEADWATER_TELEGRAM_FILES: String(room) });
const { converse, say, becomes, last, attach, texts } = telegramDialogs(here, 'files');

let admin: Caller;
let phone: string;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  admin = await here.signIn(await here.addUser(await here.addCompany({ features: messengerFeatures }), 'admin'));
  worker = await here.application.startWorker();
  phone = server.nextPhone();
  const { id } = await server.addAccount(admin, phone);
  await admin.put(`${accountsPath}${id}/`, { limit_total: 100, warms_up: false });
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

const fail = (error: string | null, { method = 'upload.getFile', times = 1, milliseconds = 0 } = {}) =>
  server.world.faults.add({ method, phone: null, times, error, fate: 'sent', milliseconds });
const sendFile = (username: string, size: number, text = 'Here') =>
  reply(server.world, {
    from: server.personOf(username),
    to: server.ownerOf(phone),
    text,
    file: { name: 'cv.pdf', mimeType: 'application/pdf', bytes: pdf(size) },
  });
const fileOf = async (id: number) => (await last(admin, id))?.attachments[0];
const download = async (id: number) => {
  const message = await last(admin, id);
  return admin.get(`${dialogsPath}${id}/download_attachment/?message_id=${message?.message_id}`);
};
const askAgain = async (id: number) => {
  const message = await last(admin, id);
  return admin.post(`${dialogsPath}${id}/messages/${message?.message_id}/load_attachment/`);
};

describe('a received file that is missing', () => {
  it('[TG-060] [TG-052] waits with all files of the account for the seconds that Telegram reports', async () => {
    const { id, username } = await converse(admin);
    fail('FLOOD_WAIT_120', { times: 100 });
    for (const text of ['One', 'Two', 'Three']) await sendFile(username, 1000, text);
    const files = async () => (await texts(admin, id)).length;
    await poll(files).toBe(4);
    await poll(() => server.world.faults.list().map(({ times }) => times)).toEqual([99]);
    await settled();
    expect(server.world.faults.list().map(({ times }) => times)).toEqual([99]);
    server.world.faults.clear();
    here.clock.advance(121_000);
    await poll(() => fileOf(id)).toMatchObject({ state: 'stored' });
  }, 60_000);

  it('[TG-052] is requested again with growing delays until it is stored', async () => {
    const { id, username } = await converse(admin);
    fail('INTERNAL', { times: 2 });
    await sendFile(username, 1000);
    await poll(() => fileOf(id)).toMatchObject({ state: 'loading', retry_at: expect.any(String) });
    const first = Date.parse((await fileOf(id))?.retry_at ?? '') - here.clock.now().getTime();
    here.clock.advance(first);
    await poll(async () => Date.parse((await fileOf(id))?.retry_at ?? '')).toBeGreaterThan(here.clock.now().getTime());
    const second = Date.parse((await fileOf(id))?.retry_at ?? '') - here.clock.now().getTime();
    expect(second).toBeGreaterThan(first);
    expect(await download(id)).toMatchObject({ status: 409 });
    here.clock.advance(second);
    await poll(() => fileOf(id)).toMatchObject({ state: 'stored', retry_at: null });
    expect((await download(id)).headers['content-length']).toBe('1000');
  });

  it('is requested immediately by a user', async () => {
    const { id, username } = await converse(admin);
    fail('INTERNAL');
    await sendFile(username, 1000);
    await poll(() => fileOf(id)).toMatchObject({ retry_at: expect.any(String) });
    expect(await askAgain(id)).toMatchObject({ status: 200, body: { attachments: [{ state: 'loading', retry_at: null }] } });
    await poll(() => fileOf(id)).toMatchObject({ state: 'stored' });
    expect(await askAgain(id)).toMatchObject({ status: 200, body: { attachments: [{ state: 'stored' }] } });
  });

  it('is given up if Telegram reports it as missing', async () => {
    const { id, username } = await converse(admin);
    fail('LOCATION_INVALID');
    await sendFile(username, 1000);
    await poll(() => fileOf(id)).toMatchObject({ state: 'failed', retry_at: null });
    expect(await askAgain(id)).toMatchObject({ status: 404, body: { detail: expect.any(String) } });
  });

  it('waits as long as Telegram requires', async () => {
    const { id, username } = await converse(admin);
    fail('FLOOD_WAIT_700');
    await sendFile(username, 1000);
    const at = new Date(here.clock.now().getTime() + 700_000).toISOString();
    await poll(() => fileOf(id)).toMatchObject({ state: 'loading', retry_at: at });
    here.clock.advance(701_000);
    await poll(() => fileOf(id)).toMatchObject({ state: 'stored' });
  });
});

describe('a slow file', () => {
  it('delays neither sent nor received messages', async () => {
    const [slow, other] = [await converse(admin), await converse(admin)];
    fail(null, { milliseconds: 60_000 });
    await sendFile(slow.username, 1000);
    await poll(() => fileOf(slow.id)).toMatchObject({ state: 'loading' });
    await say(admin, other.id, 'Meanwhile');
    await poll(() => last(admin, other.id)).toMatchObject({ state: 'sent', message: 'Meanwhile' });
    server.writes(other.username, phone, 'Here too');
    await poll(() => last(admin, other.id)).toMatchObject({ state: 'received', message: 'Here too' });
    expect(await fileOf(slow.id)).toMatchObject({ state: 'loading' });
    server.world.faults.clear();
    await poll(() => fileOf(slow.id)).toMatchObject({ state: 'stored' });
  }, 60_000);

  it('delays no other dialog if it is an upload', async () => {
    const [slow, other] = [await converse(admin), await converse(admin)];
    const file = await attach(admin, slow.id, { name: 'offer.pdf', bytes: pdf(1000) });
    expect(file).toMatchObject({ status: 200 });
    fail(null, { method: 'upload.saveFilePart', milliseconds: 60_000 });
    await say(admin, slow.id, { message: 'The offer', attachment_ids: [file.body.id] });
    await say(admin, slow.id, 'And a word');
    await say(admin, other.id, 'Meanwhile');
    await poll(() => last(admin, other.id)).toMatchObject({ state: 'sent' });
    expect(server.received(slow.username, phone)).toEqual(['Hello']);
    server.world.faults.clear();
    await becomes(admin, slow.id, { state: 'sent', message: 'And a word' });
    expect(await texts(admin, slow.id)).toEqual(['Hello', 'The offer', 'And a word']);
    expect(server.received(slow.username, phone)).toEqual(['Hello', 'The offer', 'And a word']);
  }, 60_000);
});

describe('the files of a company', () => {
  it('share a limit: a file without space waits until there is some', async () => {
    await here.sql("update files set size = 0 where attached_to = 'telegram'");
    const { id, username } = await converse(admin);
    const large = pdf(5 * 1024 * 1024);
    expect(await attach(admin, id, { name: 'one.pdf', bytes: large })).toMatchObject({ status: 200 });
    expect(await attach(admin, id, { name: 'two.pdf', bytes: large })).toMatchObject({
      status: 409,
      body: { error: 'files_full', message: 'Your company has no room left for files of the messenger. Ask your administrator for more' },
    });
    await sendFile(username, large.length);
    await poll(() => fileOf(id)).toMatchObject({ state: 'no_space', retry_at: expect.any(String) });
    expect(await download(id)).toMatchObject({ status: 409, body: { error: 'files_full' } });
    await here.sql("update files set size = 0 where filename = 'one.pdf'");
    expect(await askAgain(id)).toMatchObject({ status: 200 });
    await poll(() => fileOf(id)).toMatchObject({ state: 'stored' });
    const other = await here.signIn(await here.addUser(await here.addCompany({ features: messengerFeatures }), 'admin'));
    expect(await other.post(`${dialogsPath}${id}/messages/${(await last(admin, id))?.message_id}/load_attachment/`)).toMatchObject({
      status: 404,
    });
  });
});
