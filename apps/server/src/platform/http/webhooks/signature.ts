import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A webhook as received; signatures cover the bytes. */
export interface Delivery {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface SignatureRule {
  algorithm: 'sha1' | 'sha256' | 'sha512';
  encoding: 'hex' | 'base64';
  /** The signature and the signed content. Undefined: the delivery has no signature. */
  find(delivery: Delivery): { signature: string; content: string | Uint8Array } | undefined;
}

export const headerOf = ({ headers }: Delivery, name: string): string | undefined => {
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** HMAC of the body in a header, such as `sha256=…`. */
export const bodySignature = ({
  header,
  prefix = '',
  algorithm = 'sha256',
  encoding = 'hex',
}: { header: string; prefix?: string } & Partial<Omit<SignatureRule, 'find'>>): SignatureRule => ({
  algorithm,
  encoding,
  find(delivery) {
    const value = headerOf(delivery, header);
    return value?.startsWith(prefix) ? { signature: value.slice(prefix.length), content: delivery.body } : undefined;
  },
});

/** Compares in constant time. */
export function isSigned(rule: SignatureRule, delivery: Delivery, key: string): boolean {
  const found = rule.find(delivery);
  if (!found || key === '') return false;
  const expected = Buffer.from(createHmac(rule.algorithm, key).update(found.content).digest(rule.encoding));
  const given = Buffer.from(rule.encoding === 'hex' ? found.signature.toLowerCase() : found.signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
