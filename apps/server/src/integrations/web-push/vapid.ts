import { createPrivateKey, sign } from 'node:crypto';

/** A token is valid for less than a day (RFC 8292 2). */
const tokenSeconds = 12 * 3600;

export interface VapidKeys {
  privateKey: string;
  publicKey: string;
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Authorization header (RFC 8292). `subject`: contact of the operator, https: or mailto:. */
export function vapidHeader(
  { privateKey, publicKey }: VapidKeys,
  { origin, subject, now }: { origin: string; subject: string; now: Date },
) {
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d: privateKey, x, y }, format: 'jwk' });
  const claims = { aud: origin, exp: Math.floor(now.getTime() / 1000) + tokenSeconds, sub: subject };
  const content = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  return `vapid t=${content}.${signature}, k=${publicKey}`;
}
