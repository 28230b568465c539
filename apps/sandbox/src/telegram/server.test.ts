import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type IPacketCodec, MemoryStorage, ObfuscatedPacketCodec, PaddedIntermediatePacketCodec, IntermediatePacketCodec, tl } from '@mtcute/core';
import type { TelegramClient } from '@mtcute/core/client.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTelegram, type Telegram } from './server.ts';
import { connectClient, type ClientOptions } from './testing/client.ts';
import { codeFor, signIn } from './testing/sign-in.ts';

let directory: string;
let telegram: Telegram;
const clients: TelegramClient[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'telegram-'));
  telegram = await startTelegram({ port: 0, directory });
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.destroy()));
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

it.each(codecs)('makes a key and answers over %s', async (_name, codec) => {
  const answer = await client({ codec }).call({ _: 'help.getNearestDc' });
  expect(answer).toMatchObject({ _: 'nearestDc', thisDc: 2 });
});

it('signs in with a code, and with a password where there is one', async () => {
  const user = await signIn(telegram, client(), { phone: '+7 900 123-45-67' });
  expect(user).toMatchObject({ phoneNumber: '79001234567', isSelf: true });
  const other = await signIn(telegram, client(), { phone: '+12025550101', password: 'sandbox' });
  expect(other.phoneNumber).toBe('12025550101');
});
