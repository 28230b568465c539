import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { ige256Decrypt, ige256Encrypt, initSync } from '@mtcute/wasm';

export const sha1 = (...parts: Uint8Array[]): Buffer => hash('sha1', parts);
export const sha256 = (...parts: Uint8Array[]): Buffer => hash('sha256', parts);

function hash(name: string, parts: Uint8Array[]): Buffer {
  const digest = createHash(name);
  for (const part of parts) digest.update(part);
  return digest.digest();
}

let loading: Promise<void> | undefined;

/** OpenSSL has no AES-IGE, so it comes as WebAssembly. */
export function loadCrypto(): Promise<void> {
  loading ??= readFile(createRequire(import.meta.url).resolve('@mtcute/wasm/mtcute.wasm')).then((code) => initSync(code));
  return loading;
}

export type AesKey = { key: Uint8Array; iv: Uint8Array };

export const encryptIge = (data: Uint8Array, { key, iv }: AesKey): Buffer => Buffer.from(ige256Encrypt(data, key, iv));
export const decryptIge = (data: Uint8Array, { key, iv }: AesKey): Buffer => Buffer.from(ige256Decrypt(data, key, iv));

const CLIENT = 0;
const SERVER = 8;

function keyOfMessage(authKey: Buffer, messageKey: Uint8Array, x: number): AesKey {
  const a = sha256(messageKey, authKey.subarray(x, x + 36));
  const b = sha256(authKey.subarray(40 + x, 76 + x), messageKey);
  return {
    key: Buffer.concat([a.subarray(0, 8), b.subarray(8, 24), a.subarray(24, 32)]),
    iv: Buffer.concat([b.subarray(0, 8), a.subarray(8, 24), b.subarray(24, 32)]),
  };
}

const messageKeyOf = (authKey: Buffer, plain: Uint8Array, x: number): Buffer =>
  sha256(authKey.subarray(88 + x, 120 + x), plain).subarray(8, 24);

export function openMessage(authKey: Buffer, messageKey: Buffer, encrypted: Buffer): Buffer | null {
  if (encrypted.length === 0 || encrypted.length % 16 !== 0) return null;
  const plain = decryptIge(encrypted, keyOfMessage(authKey, messageKey, CLIENT));
  return messageKeyOf(authKey, plain, CLIENT).equals(messageKey) ? plain : null;
}

export function sealMessage(authKey: Buffer, message: Buffer): Buffer {
  const padding = 12 + ((16 - ((message.length + 12) % 16)) % 16);
  const plain = Buffer.concat([message, randomBytes(padding)]);
  const messageKey = messageKeyOf(authKey, plain, SERVER);
  return Buffer.concat([messageKey, encryptIge(plain, keyOfMessage(authKey, messageKey, SERVER))]);
}

/** MTProto 1.0, which only binding a temporary key still uses. */
export function openOldMessage(authKey: Buffer, messageKey: Buffer, encrypted: Buffer): Buffer {
  const a = sha1(messageKey, authKey.subarray(0, 32));
  const b = sha1(authKey.subarray(32, 48), messageKey, authKey.subarray(48, 64));
  const c = sha1(authKey.subarray(64, 96), messageKey);
  const d = sha1(messageKey, authKey.subarray(96, 128));
  const key = Buffer.concat([a.subarray(0, 8), b.subarray(8, 20), c.subarray(4, 16)]);
  const iv = Buffer.concat([a.subarray(8, 20), b.subarray(0, 8), c.subarray(16, 20), d.subarray(0, 8)]);
  return decryptIge(encrypted, { key, iv });
}
