import { createCipheriv, createHash, createHmac, pbkdf2, randomFillSync } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateSync, unzipSync } from 'node:zlib';
import { connectTcp } from '@fuman/node';
import { type ICorePlatform, IntermediatePacketCodec, type IPacketCodec, MemoryStorage } from '@mtcute/core';
import { BaseTelegramClient, type BaseTelegramClientOptions, TelegramClient } from '@mtcute/core/client.js';
import { addPublicKey, BaseCryptoProvider, type ICryptoProvider } from '@mtcute/core/utils.js';
import { ige256Decrypt, ige256Encrypt } from '@mtcute/wasm';
import type { Telegram } from '../server.ts';
import { loadCrypto } from '../wire/crypto.ts';

export class NodeCrypto extends BaseCryptoProvider implements ICryptoProvider {
  initialize() {
    return loadCrypto();
  }
  sha1(data: Uint8Array) {
    return createHash('sha1').update(data).digest();
  }
  sha256(data: Uint8Array) {
    return createHash('sha256').update(data).digest();
  }
  hmacSha256(data: Uint8Array, key: Uint8Array) {
    return createHmac('sha256', key).update(data).digest();
  }
  // oxlint-disable-next-line max-params -- the interface of the package
  pbkdf2(password: Uint8Array, salt: Uint8Array, iterations: number, length = 64, digest = 'sha512') {
    return promisify(pbkdf2)(password, salt, iterations, length, digest);
  }
  createAesCtr(key: Uint8Array, iv: Uint8Array) {
    const cipher = createCipheriv('aes-256-ctr', key, iv);
    return { process: (data: Uint8Array) => cipher.update(data) };
  }
  createAesIge(key: Uint8Array, iv: Uint8Array) {
    return { encrypt: (data: Uint8Array) => ige256Encrypt(data, key, iv), decrypt: (data: Uint8Array) => ige256Decrypt(data, key, iv) };
  }
  gzip(data: Uint8Array, maxOutputLength: number) {
    try {
      return deflateSync(data, { maxOutputLength });
    } catch {
      return null;
    }
  }
  gunzip(data: Uint8Array) {
    return unzipSync(data);
  }
  randomFill(bytes: Uint8Array) {
    randomFillSync(bytes);
  }
}

export const platform: ICorePlatform = {
  beforeExit: () => () => undefined,
  // oxlint-disable-next-line max-params -- the interface of the package
  log: (_color, _level, tag, text, args) => process.stderr.write(`${tag} ${text} ${args.map(String).join(' ')}\n`),
  getDefaultLogLevel: () => Number(process.env['MTCUTE_LOG_LEVEL'] ?? 0),
  getDeviceModel: () => 'Test',
};

export type ClientOptions = { codec?: () => IPacketCodec; storage?: MemoryStorage } & Partial<BaseTelegramClientOptions>;

/** An mtcute client that knows only the key and address of this server. */
export function connectClient(
  telegram: Telegram,
  { codec = () => new IntermediatePacketCodec(), storage, ...more }: ClientOptions = {},
): TelegramClient {
  const crypto = new NodeCrypto();
  addPublicKey(crypto, telegram.publicKey);
  const dc = { id: 2, ipAddress: telegram.host, port: telegram.port };
  const client = new BaseTelegramClient({
    apiId: telegram.application.id,
    apiHash: telegram.application.hash,
    crypto,
    platform,
    storage: storage ?? new MemoryStorage(),
    transport: { connect: async ({ ipAddress, port }) => connectTcp({ address: ipAddress, port }), packetCodec: codec },
    defaultDcs: { main: dc, media: dc },
    network: { middlewares: [] },
    ...more,
  });
  return new TelegramClient({ client });
}
