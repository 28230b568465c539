import { createDecipheriv, createPublicKey, type ECDH, hkdfSync, verify } from 'node:crypto';

type Derivation = { key: Uint8Array; salt: Uint8Array; info: Uint8Array | string };
const derive = ({ key, salt, info }: Derivation, length: number): Buffer => Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** RFC 8188 and RFC 8291. @throws Error that describes an invalid body */
export function decrypt(body: Buffer, { ecdh, auth }: { ecdh: ECDH; auth: Buffer }): string {
  const [salt, size, keyLength] = [body.subarray(0, 16), body.readUInt32BE(16), body.readUInt8(20)];
  const [sender, record] = [body.subarray(21, 21 + keyLength), body.subarray(21 + keyLength)];
  if (keyLength !== 65 || record.length > size || body.length > 4096) throw new Error('The header of the encryption is wrong');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const key = derive({ key: ecdh.computeSecret(sender), salt: auth, info }, 32);
  const secret = derive({ key, salt, info: 'Content-Encoding: aes128gcm\0' }, 16);
  const decipher = createDecipheriv('aes-128-gcm', secret, derive({ key, salt, info: 'Content-Encoding: nonce\0' }, 12));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('The last record has no end');
  return padded.subarray(0, end).toString('utf8');
}

type Claims = { aud?: unknown; exp?: unknown; sub?: unknown };

/** Describes an invalid VAPID token (RFC 8292); null if it is valid. */
export function tokenFault(header: string, expected: { key: string; origin: string; seconds: number }): string | null {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  if (key !== expected.key) return 'The key is not the one of the subscription';
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) return 'The token is not signed with the key';
  const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { alg?: unknown };
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims;
  if (alg !== 'ES256' || aud !== expected.origin) return 'The token is for another service';
  if (typeof exp !== 'number' || exp <= expected.seconds || exp > expected.seconds + 86_400)
    return 'The token is over, or good for more than a day';
  return typeof sub === 'string' && /^(?:mailto|https):/.test(sub) ? null : 'The token does not say who sends';
}
