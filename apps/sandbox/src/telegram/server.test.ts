import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Document,
  InputMedia,
  IntermediatePacketCodec,
  type IPacketCodec,
  Long,
  MemoryStorage,
  ObfuscatedPacketCodec,
  PaddedIntermediatePacketCodec,
} from '@mtcute/core';
import type { TelegramClient } from '@mtcute/core/client.js';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTelegram, type Telegram } from './server.ts';
import { connectClient, type ClientOptions } from './testing/client.ts';
import { codeFor, signIn } from './testing/sign-in.ts';
import { markRead, send } from './world/actions.ts';

let directory: string;
let telegram: Telegram;
const clients: TelegramClient[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'telegram-'));
  telegram = await startTelegram({ port: 0, directory });
});

afterEach(async () => {
  telegram.world.faults.clear();
  await Promise.all(clients.splice(0).map((client) => client.destroy()));
});

afterAll(async () => {
  await telegram.stop();
  await rm(directory, { recursive: true });
});

function client(options?: ClientOptions): TelegramClient {
  const made = connectClient(telegram, options);
  clients.push(made);
  return made;
}

const codecs: [string, () => IPacketCodec][] = [
  ['intermediate', () => new IntermediatePacketCodec()],
  ['padded intermediate', () => new PaddedIntermediatePacketCodec()],
  ['obfuscated intermediate', () => new ObfuscatedPacketCodec(new IntermediatePacketCodec())],
  ['obfuscated padded', () => new ObfuscatedPacketCodec(new PaddedIntermediatePacketCodec())],
];

it.each(codecs)('creates a key and responds over %s', async (_name, codec) => {
  const answer = await client({ codec }).call({ _: 'help.getNearestDc' });
  expect(answer).toMatchObject({ _: 'nearestDc', thisDc: 2 });
});

it('signs in with a code, and with a password if there is one', async () => {
  const user = await signIn(telegram, client(), { phone: '+7 900 123-45-67' });
  expect(user).toMatchObject({ phoneNumber: '79001234567', isSelf: true });
  const other = await signIn(telegram, client(), { phone: '+12025550101', password: 'sandbox' });
  expect(other.phoneNumber).toBe('12025550101');
});

it('rejects a wrong code, and any code after too many attempts', async () => {
  const one = client();
  const { phoneCodeHash } = (await one.sendCode({ phone: '+79001234568' })) as { phoneCodeHash: string };
  const right = codeFor(telegram, '79001234568');
  const wrong = right === '00000' ? '00001' : '00000';
  const sign = (phoneCode: string) => one.signIn({ phone: '+79001234568', phoneCodeHash, phoneCode });
  for (let attempt = 0; attempt < 5; attempt += 1) await expect(sign(wrong)).rejects.toMatchObject({ text: 'PHONE_CODE_INVALID' });
  await expect(sign(right)).rejects.toMatchObject({ text: 'PHONE_CODE_EXPIRED' });
  await expect(client().call({ _: 'updates.getState' })).rejects.toMatchObject({ text: 'AUTH_KEY_UNREGISTERED', code: 401 });
});

it('rejects a wrong password, and accepts the right one afterwards', async () => {
  const one = client();
  const { phoneCodeHash } = (await one.sendCode({ phone: '+12025550101' })) as { phoneCodeHash: string };
  const given = { phone: '+12025550101', phoneCodeHash, phoneCode: codeFor(telegram, '12025550101') };
  await expect(one.signIn(given)).rejects.toMatchObject({ text: 'SESSION_PASSWORD_NEEDED', code: 401 });
  await expect(one.checkPassword({ password: 'guess' })).rejects.toMatchObject({ text: 'PASSWORD_HASH_INVALID' });
  await expect(one.checkPassword({ password: 'sandbox' })).resolves.toMatchObject({ phoneNumber: '12025550101' });
});

it.each([
  ['+12025550102', 'PHONE_NUMBER_BANNED'],
  ['+12025550104', 'FLOOD_WAIT_%d'],
  ['+12025550105', 'PHONE_NUMBER_INVALID'],
  ['12', 'PHONE_NUMBER_INVALID'],
])('answers sendCode for %s with %s', async (phone, text) => {
  await expect(client().sendCode({ phone })).rejects.toMatchObject({ text });
});

it('sends a text to a username, and reports the reply and the read mark', async () => {
  const one = client();
  await signIn(telegram, one, { phone: '+79001234510' });
  const received: string[] = [];
  one.onNewMessage.add((message) => void received.push(`new ${message.isOutgoing ? 'out' : 'in'} ${message.text}`));
  one.onHistoryRead.add((update) => void received.push(`read ${update.isOutbox ? 'out' : 'in'} ${update.maxReadId}`));
  const sent = await one.sendText('anna_petrova', 'Hello, Anna');
  expect(sent).toMatchObject({ id: 1, text: 'Hello, Anna', isOutgoing: true });
  const anna = telegram.world.people.byUsername('ANNA_petrova');
  const self = telegram.world.people.byPhone('79001234510');
  if (!anna || !self) throw new Error('Nobody');
  expect(anna).toMatchObject({ firstName: 'Anna', lastName: 'Petrova' });
  const box = telegram.world.boxes.of(anna.id);
  markRead(telegram.world, anna, { dialog: telegram.world.boxes.dialog(box, self.id), maxId: 0 });
  await expect.poll(() => received).toContain('read out 1');
  send(telegram.world, { from: anna, to: self, text: 'Hi!' });
  send(telegram.world, { from: anna, to: self, text: 'Still there?' });
  await expect.poll(() => received).toEqual(['read out 1', 'new in Hi!', 'new in Still there?']);
  const [dialog] = await collect(one.iterDialogs());
  expect(dialog).toMatchObject({ unreadCount: 2, lastReadOutgoing: 1, lastMessage: { text: 'Still there?' } });
  expect((await one.getHistory('anna_petrova', { limit: 2 })).map(({ text }) => text)).toEqual(['Still there?', 'Hi!']);
  expect((await one.getHistory('anna_petrova', { limit: 2, offset: { id: 3, date: 0 } })).map(({ text }) => text)).toEqual([
    'Hi!',
    'Hello, Anna',
  ]);
  await one.readHistory('anna_petrova');
  expect(box.dialogs.get(self.id)?.readOutbox).toBe(3);
  expect((await collect(one.iterDialogs()))[0]?.unreadCount).toBe(0);
});

it('stores one message per random id', async () => {
  const one = client();
  await signIn(telegram, one, { phone: '+79001234511' });
  const peer = await one.resolvePeer('boris_ivanov');
  const message = { _: 'messages.sendMessage', peer, message: 'Once', randomId: Long.fromNumber(77) } as const;
  await one.call(message);
  await expect(one.call(message)).rejects.toMatchObject({ text: 'RANDOM_ID_DUPLICATE', code: 500 });
  telegram.world.faults.add({ method: 'messages.sendMessage', phone: null, times: 1, error: null, fate: 'cut', milliseconds: 0 });
  await one.call({ ...message, message: 'Twice?', randomId: Long.fromNumber(78) });
  telegram.world.faults.add({ method: 'messages.sendMessage', phone: null, times: 1, error: null, fate: 'lost', milliseconds: 0 });
  await expect(one.call({ ...message, message: 'Lost?', randomId: Long.fromNumber(79) })).rejects.toMatchObject({
    text: 'RANDOM_ID_DUPLICATE',
  });
  expect((await one.getHistory('boris_ivanov')).map(({ text }) => text)).toEqual(['Lost?', 'Twice?', 'Once']);
  const missed = await one.call({ _: 'updates.getDifference', pts: 1, date: 0, qts: 0 });
  expect(missed).toMatchObject({
    otherUpdates: [77, 78, 79].map((id, index) => ({ _: 'updateMessageID', id: index + 1, randomId: Long.fromNumber(id) })),
  });
});

it('recognizes a client after both restarted, and sends missed updates', async () => {
  const storage = new MemoryStorage();
  const one = client({ storage });
  await signIn(telegram, one, { phone: '+79001234512' });
  await one.sendText('vera_orlova', 'Before');
  clients.splice(0);
  await one.destroy();
  const { port } = telegram;
  await telegram.stop();
  telegram = await startTelegram({ port, directory });
  const [anna, self] = [telegram.world.people.byUsername('vera_orlova'), telegram.world.people.byPhone('79001234512')];
  if (!anna || !self) throw new Error('Nobody');
  send(telegram.world, { from: anna, to: self, text: 'Meanwhile' });
  const again = client({ storage, updates: { catchUp: true } });
  const received: string[] = [];
  again.onNewMessage.add(({ text }) => void received.push(text));
  await again.start({});
  await expect.poll(() => received).toEqual(['Meanwhile']);
  expect((await again.getHistory('vera_orlova')).map(({ text }) => text)).toEqual(['Meanwhile', 'Before']);
});

it('stores a file of 5 MB and returns it', async () => {
  const one = client();
  await signIn(telegram, one, { phone: '+79001234513' });
  const bytes = randomBytes(5 * 1024 * 1024);
  const sent = await one.sendMedia(
    'oleg_titov',
    InputMedia.document(bytes, { fileName: 'offer.pdf', fileMime: 'application/pdf', caption: 'The offer' }),
  );
  expect(sent).toMatchObject({ text: 'The offer', media: { fileName: 'offer.pdf', fileSize: bytes.length, mimeType: 'application/pdf' } });
  const back = await one.downloadAsBuffer(sent.media as Document);
  expect(Buffer.compare(back, bytes)).toBe(0);
});

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
