import type { Signer } from '#platform/crypto/signing.ts';

/** Contains the hash of the address, so that the link works after the message is deleted. */
export interface UnsubscribeToken {
  companyId: number;
  hash: Buffer;
  messageId: number;
}

const purpose = 'unsubscribe link';
const form = /^([0-9a-z]{1,11})\.([\w-]{43})\.([0-9a-z]{1,11})\.([\w-]{22})$/;

/** The signed part of the URL. It does not expire, because messages are kept for years. */
export function writeToken(signer: Signer, { companyId, hash, messageId }: UnsubscribeToken): string {
  const body = [companyId.toString(36), hash.toString('base64url'), messageId.toString(36)].join('.');
  return `${body}.${signer.sign(purpose, body)}`;
}

/** Returns undefined for tokens that this installation did not sign. */
export function readToken(signer: Signer, token: string): UnsubscribeToken | undefined {
  const [, company = '', hash = '', message = '', signature = ''] = form.exec(token) ?? [];
  if (!signer.isSigned(purpose, [company, hash, message].join('.'), signature)) return undefined;
  return { companyId: parseInt(company, 36), hash: Buffer.from(hash, 'base64url'), messageId: parseInt(message, 36) };
}
