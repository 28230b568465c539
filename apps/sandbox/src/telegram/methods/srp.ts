import { pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { sha256 } from '../wire/crypto.ts';
import { add, GENERATOR, generatorTo, isSafeElement, multiply, newExponent, power, PRIME } from '../wire/group.ts';
import { bigOfBytes, bytesOfBig } from '../wire/numbers.ts';
import type { Password } from '../world/people.ts';

/** Server side of https://core.telegram.org/api/srp */

const derive = promisify(pbkdf2);
const generator = bytesOfBig(BigInt(GENERATOR), 256);
const multiplier = bigOfBytes(sha256(PRIME, generator));

export async function verifierOf(password: string, hint: string): Promise<Password> {
  const [salt1, salt2] = [randomBytes(32), randomBytes(32)];
  const first = salted(salted(Buffer.from(password), salt1), salt2);
  const slow = await derive(first, salt1, 100_000, 64, 'sha512');
  const verifier = generatorTo(salted(slow, salt2));
  return { salt1: salt1.toString('hex'), salt2: salt2.toString('hex'), verifier: verifier.toString('hex'), hint };
}

const salted = (data: Uint8Array, salt: Uint8Array): Buffer => sha256(salt, data, salt);

export type Challenge = { id: bigint; exponent: Buffer; element: Buffer };

export function challenge({ verifier }: Password): Challenge {
  const exponent = newExponent();
  const hidden = multiply(multiplier, bigOfBytes(Buffer.from(verifier, 'hex')));
  const element = bytesOfBig(add(hidden, bigOfBytes(generatorTo(exponent))), 256);
  return { id: randomBytes(8).readBigUInt64LE(), exponent, element };
}

export type Proof = { A: Uint8Array; M1: Uint8Array };

export function isProved(password: Password, { exponent, element }: Challenge, proof: Proof): boolean {
  if (!isSafeElement(proof.A)) return false;
  const [salt1, salt2, verifier] = [password.salt1, password.salt2, password.verifier].map((hex) => Buffer.from(hex, 'hex'));
  if (!salt1 || !salt2 || !verifier) return false;
  const A = bytesOfBig(bigOfBytes(proof.A), 256);
  const u = sha256(A, element);
  const base = multiply(bigOfBytes(A), bigOfBytes(power(verifier, u)));
  const key = sha256(power(bytesOfBig(base, 256), exponent));
  const hashes = sha256(PRIME).map((byte, index) => byte ^ (hashOfGenerator[index] ?? 0));
  return sha256(hashes, sha256(salt1), sha256(salt2), A, element, key).equals(proof.M1);
}

const hashOfGenerator = sha256(generator);
