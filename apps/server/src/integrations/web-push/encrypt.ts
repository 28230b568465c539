import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

const curve = 'prime256v1';
/** Size of the only record; services must accept this size (RFC 8030 7.2). */
const recordSize = 4096;
/** Authentication tag, delimiter, and the header with the sender's key. */
const overhead = 16 + 1 + 86;
export const mostBytes = recordSize - overhead;

export interface BrowserKeys {
  /** Uncompressed point of P-256 in base64url. */
  p256dh: string;
  /** 16 bytes in base64url. */
  auth: string;
}

interface Drawn {
  salt: Buffer;
  privateKey: Buffer | undefined;
}

interface Derivation {
  key: Uint8Array;
  salt: Uint8Array;
  info: Uint8Array | string;
}
const derive = ({ key, salt, info }: Derivation, length: number) => Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** Rejects points that are not on the curve. */
export function isSound({ p256dh, auth }: BrowserKeys): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65 || point[0] !== 4 || Buffer.from(auth, 'base64url').length !== 16) return false;
  const ecdh = createECDH(curve);
  ecdh.generateKeys();
  try {
    ecdh.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}

/** RFC 8291 with the coding of RFC 8188, in one record of at most `mostBytes`. */
export function encrypt(text: Buffer, keys: BrowserKeys, drawn: Drawn = { salt: randomBytes(16), privateKey: undefined }): Buffer {
  if (text.length > mostBytes) throw new RangeError(`A message of web push has at most ${mostBytes} bytes`);
  const { salt } = drawn;
  const sender = createECDH(curve);
  if (drawn.privateKey) sender.setPrivateKey(drawn.privateKey);
  else sender.generateKeys();
  const [browserKey, senderKey] = [Buffer.from(keys.p256dh, 'base64url'), sender.getPublicKey()];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, senderKey]);
  const key = derive({ key: sender.computeSecret(browserKey), salt: Buffer.from(keys.auth, 'base64url'), info }, 32);
  const nonce = derive({ key, salt, info: 'Content-Encoding: nonce\0' }, 12);
  const cipher = createCipheriv('aes-128-gcm', derive({ key, salt, info: 'Content-Encoding: aes128gcm\0' }, 16), nonce);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordSize);
  const sealed = [cipher.update(text), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([salt, size, Buffer.of(senderKey.length), senderKey, ...sealed]);
}
