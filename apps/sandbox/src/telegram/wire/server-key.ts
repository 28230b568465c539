import { constants, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, privateDecrypt } from 'node:crypto';
import { decryptIge, sha1, sha256 } from './crypto.ts';

export type ServerKey = {
  /** RSA PUBLIC KEY in PEM, for clients. */
  publicPem: string;
  privatePem: string;
  /** The last 64 bits of the key's hash, by which a client selects it. */
  fingerprint: bigint;
  open(encrypted: Uint8Array): Buffer | null;
};

export function serverKey(privatePem?: string): ServerKey {
  const secret = privatePem === undefined ? newKey() : createPrivateKey(privatePem);
  return {
    publicPem: createPublicKey(secret).export({ type: 'pkcs1', format: 'pem' }).toString(),
    privatePem: secret.export({ type: 'pkcs1', format: 'pem' }).toString(),
    fingerprint: fingerprintOf(secret),
    open: (encrypted) => openPadded(secret, encrypted),
  };
}

/** Retries until the fingerprint has 64 bits: mtcute does not find keys with a leading zero. */
function newKey(): KeyObject {
  for (;;) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    if (fingerprintOf(privateKey) >= 2n ** 60n) return privateKey;
  }
}

function fingerprintOf(key: KeyObject): bigint {
  const { n = '', e = '' } = createPublicKey(key).export({ format: 'jwk' });
  return sha1(tlBytes(Buffer.from(n, 'base64url')), tlBytes(Buffer.from(e, 'base64url'))).readBigUInt64LE(12);
}

function tlBytes(bytes: Buffer): Buffer {
  const header =
    bytes.length < 254 ? Buffer.of(bytes.length) : Buffer.of(254, bytes.length & 255, (bytes.length >> 8) & 255, bytes.length >> 16);
  return Buffer.concat([header, bytes, Buffer.alloc((4 - ((header.length + bytes.length) % 4)) % 4)]);
}

/**
 * Decodes RSA_PAD:
 * https://core.telegram.org/mtproto/auth_key#presenting-proof-of-work-server-authentication
 */
function openPadded(key: KeyObject, encrypted: Uint8Array): Buffer | null {
  if (encrypted.length !== 256) return null;
  let opened: Buffer;
  try {
    opened = privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, encrypted);
  } catch {
    return null;
  }
  const hidden = opened.subarray(32);
  const unmasked = sha256(hidden);
  const secret = Buffer.from(opened.subarray(0, 32).map((byte, index) => byte ^ (unmasked[index] ?? 0)));
  const plain = decryptIge(hidden, { key: secret, iv: Buffer.alloc(32) });
  const data = plain.subarray(0, 192).toReversed();
  return sha256(secret, data).equals(plain.subarray(192)) ? Buffer.from(data) : null;
}
