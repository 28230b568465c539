import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { accountsPath, dialogsPath, messengerFeatures, telegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { accountOf, startTelegramServer } from '../../../../test/telegram-fixtures.ts';

const server = await startTelegramServer();
const here = useInstallation(server.settings);
const telegram = telegramDialogs(here, 'marked');

let admin: Caller;
let phone: string;
let account: number;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  admin = await here.signIn(await here.addUser(await here.addCompany({ features: messengerFeatures }), 'admin'));
  worker = await here.application.startWorker();
  phone = server.nextPhone();
  ({ id: account } = await server.addAccount(admin, phone));
  await admin.put(`${accountsPath}${account}/`, { limit_total: 100, warms_up: false });
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

const unread = async () =>
  (await admin.get(`${dialogsPath}?only_unread=true&limit=100`)).body.results.map(({ id }: { id: number }) => id) as number[];
const mark = (caller: Caller, id: number) => caller.post(`${dialogsPath}${id}/mark_as_unread/`);
const read = (id: number, maxId: number) => admin.post(`${dialogsPath}${id}/mark_as_read/`, { max_id: maxId });
const unreadOfAccount = async () => ((await accountOf(admin, account)) as unknown as { unread_count: number }).unread_count;

describe('[TG-003] [TG-051] a dialog that is marked as unread', () => {
  it('counts as unread until it is opened again, whatever was read in it', async () => {
    const dialog = await telegram.converse(admin);
    server.writes(dialog.username, phone, 'Yes');
    await telegram.becomes(admin, dialog.id, { message: 'Yes' });
    const lastId = (await telegram.last(admin, dialog.id))?.message_id ?? 0;
    await read(dialog.id, lastId);
    expect(await unread()).not.toContain(dialog.id);
    const before = await unreadOfAccount();
    expect(await mark(admin, dialog.id)).toMatchObject({ status: 200, body: { is_marked_unread: true, unread_count: 0 } });
    expect(await unread()).toContain(dialog.id);
    expect(await unreadOfAccount()).toBe(before + 1);
    expect(await read(dialog.id, lastId)).toMatchObject({ status: 200, body: { is_marked_unread: false } });
    expect(await unread()).not.toContain(dialog.id);
    expect(await unreadOfAccount()).toBe(before);
  });

  it('is none in which nothing was said', async () => {
    const dialog = await telegram.begin(admin);
    expect(await mark(admin, dialog.id)).toMatchObject({ status: 200, body: { is_marked_unread: false } });
  });

  it('may be one in which the candidate has said nothing', async () => {
    const dialog = await telegram.converse(admin);
    await mark(admin, dialog.id);
    expect(await unread()).toContain(dialog.id);
    await read(dialog.id, (await telegram.last(admin, dialog.id))?.message_id ?? 0);
    expect(await unread()).not.toContain(dialog.id);
  });

  it('is marked by nobody of another company', async () => {
    const dialog = await telegram.begin(admin);
    const stranger = await here.signIn(await here.addUser(await here.addCompany({ features: messengerFeatures }), 'admin'));
    expect(await mark(stranger, dialog.id)).toMatchObject({ status: 404 });
    expect(await mark(stranger, 999_999_999)).toMatchObject({ status: 404 });
  });
});
