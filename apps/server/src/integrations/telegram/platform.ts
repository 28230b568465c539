import { createCipheriv, createHash, createHmac, pbkdf2, randomFillSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { connectTcp } from '@fuman/node';
import { type BasicDcOption, BaseCryptoProvider, type ICryptoProvider } from '@mtcute/core/utils.js';
import { type ICorePlatform, IntermediatePacketCodec, type TelegramTransport } from '@mtcute/core';
import { ige256Decrypt, ige256Encrypt, initSync, SIMD_AVAILABLE } from '@mtcute/wasm';

const mostUnpacked = 16 * 1024 * 1024;
const connectMs = 10_000;
const derive = promisify(pbkdf2);

let isLoaded = false;

/** Uses Node's cryptography; Telegram's IGE mode is WebAssembly, which avoids native modules. */
class NodeCrypto extends BaseCryptoProvider implements ICryptoProvider {
  initialize(): void {
    if (isLoaded) return;
    const file = SIMD_AVAILABLE ? 'mtcute-simd.wasm' : 'mtcute.wasm';
    initSync(readFileSync(createRequire(import.meta.url).resolve(`@mtcute/wasm/${file}`)));
    isLoaded = true;
  }
  createAesCtr(key: Uint8Array, iv: Uint8Array) {
    const cipher = createCipheriv(`aes-${key.length * 8}-ctr`, key, iv);
    return { process: (data: Uint8Array) => cipher.update(data) };
  }
  createAesIge(key: Uint8Array, iv: Uint8Array) {
    return {
      encrypt: (data: Uint8Array) => ige256Encrypt(data, key, iv),
      decrypt: (data: Uint8Array) => ige256Decrypt(data, key, iv),
    };
  }
  // oxlint-disable-next-line max-params -- the library's signature
  pbkdf2(password: Uint8Array, salt: Uint8Array, iterations: number, length = 64, digest = 'sha512') {
    return derive(password, salt, iterations, length, digest);
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
  gzip(data: Uint8Array, most: number) {
    const packed = gzipSync(data);
    return packed.length <= most ? packed : null;
  }
  gunzip(data: Uint8Array) {
    return gunzipSync(data, { maxOutputLength: mostUnpacked });
  }
  randomFill(into: Uint8Array): void {
    randomFillSync(into);
  }
}

export const nodeCrypto = (): ICryptoProvider => new NodeCrypto();

export const nodePlatform: ICorePlatform = {
  beforeExit: () => () => undefined,
  log: () => undefined,
  getDefaultLogLevel: () => 0,
  getDeviceModel: () => 'Headwater',
};

async function connect({ ipAddress: address, port }: BasicDcOption) {
  const line = connectTcp({ address, port });
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no connection in time')), connectMs);
  });
  try {
    const connection = await Promise.race([line, tooLong]);
    connection.setNoDelay(true);
    connection.setKeepAlive(true);
    return connection;
  } catch (error) {
    void line.then((late) => late.close()).catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

export const tcpTransport: TelegramTransport = { connect, packetCodec: () => new IntermediatePacketCodec() };
