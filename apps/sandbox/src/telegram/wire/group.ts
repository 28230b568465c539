import { constants, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';
import { bigOfBytes, bytesOfBig } from './numbers.ts';

/** Telegram's Diffie-Hellman group, which clients accept as safe. */
export const PRIME = Buffer.from(
  'c71caeb9c6b1c9048e6c522f70f13f73980d40238e3e21c14934d037563d930f48198a0aa7c14058229493d22530f4dbfa336f6e0ac925139543aed44cce7c37' +
    '20fd51f69458705ac68cd4fe6b6b13abdc9746512969328454f18faf8c595f642477fe96bb2a941d5bcd1d4ac8cc49880708fa9b378e3c4f3a9060bee67cf9a4' +
    'a4a695811051907e162753b56b0f6b410dba74d8a84b2a14b3144e0ef1284754fd17ed950d5965b4b9dd46582db1178d169c6bc465b0d6ff9ca3928fef5b9ae4' +
    'e418fc15e83ebea0f87fa9ff5eed70050ded2849f47bf959d956850ce929851f0d8115f635b105ee2e4e15d04b2454bf6f4fadf034b10403119cd8e3b92fcc5b',
  'hex',
);
export const GENERATOR = 3;

const prime = bigOfBytes(PRIME);
/** Elements closer to the ends of the group reveal the secret. */
const margin = 2n ** (2048n - 64n);

/** Uses unpadded RSA, because OpenSSL's Diffie-Hellman first tests the prime for seconds. */
export function power(base: Uint8Array, exponent: Uint8Array): Buffer {
  const jwk = { kty: 'RSA', n: PRIME.toString('base64url'), e: withoutZeros(exponent).toString('base64url') };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  return publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, bytesOfBig(bigOfBytes(base), 256));
}

function withoutZeros(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  return Buffer.from(first < 0 ? bytes : bytes.subarray(first));
}

export const generatorTo = (exponent: Uint8Array): Buffer => power(Buffer.of(GENERATOR), exponent);

export const newExponent = (): Buffer => randomBytes(255);

export function isSafeElement(element: Uint8Array): boolean {
  const value = bigOfBytes(element);
  return element.length <= 256 && value > margin && value < prime - margin;
}

export const multiply = (one: bigint, other: bigint): bigint => (one * other) % prime;
export const add = (one: bigint, other: bigint): bigint => (one + other) % prime;
