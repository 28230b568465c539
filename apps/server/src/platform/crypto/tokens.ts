import { createHash, randomBytes, randomInt } from 'node:crypto';

export interface Token {
  value: string;
  hash: Buffer;
}

export const hashToken = (value: string) => createHash('sha256').update(value).digest();

/** 256 random bits, safe in URLs and cookies. */
export function makeToken(): Token {
  const value = randomBytes(32).toString('base64url');
  return { value, hash: hashToken(value) };
}

/** Six digits. `salt` ties the hash to one person, because a code alone could be guessed. */
export function makeCode(salt: string): Token {
  const value = String(randomInt(0, 1_000_000)).padStart(6, '0');
  return { value, hash: hashToken(`${salt}:${value}`) };
}
