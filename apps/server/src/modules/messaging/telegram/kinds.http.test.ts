import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Attached, reply } from '@headwater/sandbox/telegram/candidate';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { accountsPath, dialogsPath, messengerFeatures, patience, telegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { startTelegramServer } from '../../../../test/telegram-fixtures.ts';

const server = await startTelegramServer();
const here = useInstallation(server.settings);
const telegram = telegramDialogs(here, 'kinds');

let admin: Caller;
let phone: string;
let dialog: { id: number; username: string };
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  admin = await here.signIn(await here.addUser(await here.addCompany({ features: messengerFeatures }), 'admin'));
  worker = await here.application.startWorker();
  phone = server.nextPhone();
  const { id } = await server.addAccount(admin, phone);
  await admin.put(`${accountsPath}${id}/`, { limit_total: 100, warms_up: false });
  dialog = await telegram.begin(admin);
  await telegram.say(admin, dialog.id, 'Hello');
  await vi.waitFor(async () => {
    if ((await telegram.last(admin, dialog.id))?.state !== 'sent') throw new Error('it has not left yet');
  }, patience);
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

const answer = (said: Omit<Parameters<typeof reply>[1], 'from' | 'to'>) =>
  reply(server.world, { from: server.personOf(dialog.username), to: server.ownerOf(phone), ...said });
const file = (name: string, attributes: NonNullable<Attached['attributes']>): Attached => ({
  name,
  mimeType: 'audio/ogg',
  bytes: Buffer.from('OggS'),
  attributes,
});

it('[TG-055] a voice message, a contact and a place of a candidate come as what they are, and are found by what they say', async () => {
  await answer({ text: '', file: file('', [{ _: 'documentAttributeAudio', voice: true, duration: 3 }]) });
  await telegram.becomes(admin, dialog.id, { kind: 'voice', message: '', attachments: [{ state: 'illegal_file_type' }] });
  await answer({ text: '', other: { kind: 'contact', firstName: 'Вера', lastName: 'Ильина', phone: '79990000001' } });
  await telegram.becomes(admin, dialog.id, { kind: 'contact', message: 'Вера Ильина, +79990000001', attachments: [] });
  await answer({ text: '', other: { kind: 'location', latitude: 55.75, longitude: 37.5 } });
  await telegram.becomes(admin, dialog.id, { kind: 'location', message: '55.750000, 37.500000' });
  await answer({ text: 'Words' });
  await telegram.becomes(admin, dialog.id, { kind: null, message: 'Words' });
  const { body } = await admin.get(`${dialogsPath}?search=${encodeURIComponent('Ильина')}`);
  expect(body.results).toMatchObject([{ id: dialog.id, last_message: { kind: null, message: 'Words' } }]);
});

it('a contact that is called like a refusal refuses nothing', async () => {
  await answer({ text: '', other: { kind: 'contact', firstName: 'Стоп', lastName: '', phone: '79990000001' } });
  await telegram.becomes(admin, dialog.id, { kind: 'contact', message: 'Стоп, +79990000001' });
  expect((await telegram.say(admin, dialog.id, 'Thank you')).status).toBe(200);
  await answer({ text: 'Стоп' });
  await telegram.becomes(admin, dialog.id, { kind: null, message: 'Стоп' });
  expect(await telegram.say(admin, dialog.id, 'Still')).toMatchObject({ status: 403, body: { error: 'suppressed' } });
});
