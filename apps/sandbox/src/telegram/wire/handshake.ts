import { generatePrimeSync, randomBytes } from 'node:crypto';
import type { mtp } from '@mtcute/core';
import { decryptIge, encryptIge, sha1, type AesKey } from './crypto.ts';
import { GENERATOR, generatorTo, isSafeElement, newExponent, power, PRIME } from './group.ts';
import type { AuthKey, KeyRing } from './keys.ts';
import { bigOf, bigOfBytes, bytesOfBig, longOf } from './numbers.ts';
import type { ServerKey } from './server-key.ts';
import { measureObject, type TlValue, writeValue } from './tl.ts';

export class HandshakeError extends Error {}

type Begun = { nonce: Uint8Array; serverNonce: Buffer; p: bigint; q: bigint };
type Proved = Begun & { newNonce: Buffer; exponent: Buffer; aes: AesKey; lifetime: number | null };

export type Handshake = {
  answer(message: mtp.TlObject): TlValue;
};

export type HandshakeOptions = { key: ServerKey; keys: KeyRing; now(): Date };

/** Server side of the key exchange: https://core.telegram.org/mtproto/auth_key */
export function createHandshake({ key, keys, now }: HandshakeOptions): Handshake {
  let begun: Begun | null = null;
  let proved: Proved | null = null;

  function begin({ nonce }: mtp.RawMt_req_pq_multi): mtp.RawMt_resPQ {
    const [p, q] = twoPrimes();
    begun = { nonce, serverNonce: randomBytes(16), p, q };
    proved = null;
    const pq = bytesOfBig(p * q, 8);
    return { _: 'mt_resPQ', nonce, serverNonce: begun.serverNonce, pq, serverPublicKeyFingerprints: [longOf(key.fingerprint)] };
  }

  function prove(request: mtp.RawMt_req_DH_params): mtp.RawMt_server_DH_params_ok {
    if (!begun || !isOf(begun, request)) throw new HandshakeError('Another exchange');
    const { nonce, serverNonce } = begun;
    const opened = bigOf(request.publicKeyFingerprint) === key.fingerprint ? key.open(request.encryptedData) : null;
    const inner = opened && innerDataOf(opened);
    if (!inner || !isOf(begun, inner) || bigOfBytes(inner.p) !== begun.p || bigOfBytes(inner.q) !== begun.q)
      throw new HandshakeError('The proof is wrong');
    const newNonce = Buffer.from(inner.newNonce);
    const lifetime = inner._ === 'mt_p_q_inner_data_temp_dc' ? inner.expiresIn : null;
    proved = { ...begun, newNonce, exponent: newExponent(), aes: keyOfNonces(serverNonce, newNonce), lifetime };
    const serverTime = Math.floor(now().getTime() / 1000);
    const data: mtp.RawMt_server_DH_inner_data = {
      _: 'mt_server_DH_inner_data',
      nonce,
      serverNonce,
      g: GENERATOR,
      dhPrime: PRIME,
      gA: generatorTo(proved.exponent),
      serverTime,
    };
    return { _: 'mt_server_DH_params_ok', nonce, serverNonce, encryptedAnswer: encryptIge(hashed(data), proved.aes) };
  }

  function finish(request: mtp.RawMt_set_client_DH_params): mtp.TypeSet_client_DH_params_answer {
    if (!proved || !isOf(proved, request)) throw new HandshakeError('Another exchange');
    const { nonce, serverNonce, newNonce, exponent, lifetime } = proved;
    const { gB } = clientDataOf(proved, request.encryptedData);
    if (!isSafeElement(gB)) throw new HandshakeError('The element is not safe');
    const secret = power(gB, exponent);
    const aux = sha1(secret).subarray(0, 8);
    const proofOf = (kind: number): Buffer => sha1(newNonce, Buffer.of(kind), aux).subarray(4);
    const made: AuthKey | null = keys.add(secret, { salt: saltOf(serverNonce, newNonce), lifetime });
    if (!made) return { _: 'mt_dh_gen_retry', nonce, serverNonce, newNonceHash2: proofOf(2) };
    begun = null;
    proved = null;
    return { _: 'mt_dh_gen_ok', nonce, serverNonce, newNonceHash1: proofOf(1) };
  }

  return {
    answer(message) {
      if (message._ === 'mt_req_pq_multi') return begin(message);
      if (message._ === 'mt_req_DH_params') return prove(message);
      if (message._ === 'mt_set_client_DH_params') return finish(message);
      throw new HandshakeError('No step of the exchange');
    },
  };
}

const isOf = (begun: Begun, { nonce, serverNonce }: { nonce: Uint8Array; serverNonce: Uint8Array }): boolean =>
  Buffer.compare(begun.nonce, nonce) === 0 && begun.serverNonce.equals(serverNonce);

function saltOf(serverNonce: Buffer, newNonce: Buffer): bigint {
  return newNonce.readBigUInt64LE(0) ^ serverNonce.readBigUInt64LE(0);
}

function keyOfNonces(serverNonce: Buffer, newNonce: Buffer): AesKey {
  const one = sha1(newNonce, serverNonce);
  const other = sha1(serverNonce, newNonce);
  const own = sha1(newNonce, newNonce);
  return {
    key: Buffer.concat([one, other.subarray(0, 12)]),
    iv: Buffer.concat([other.subarray(12), own, newNonce.subarray(0, 4)]),
  };
}

function innerDataOf(opened: Buffer): mtp.RawMt_p_q_inner_data_dc | mtp.RawMt_p_q_inner_data_temp_dc | null {
  const inner = measure(opened).value as mtp.TlObject;
  return inner._ === 'mt_p_q_inner_data_dc' || inner._ === 'mt_p_q_inner_data_temp_dc' ? inner : null;
}

function clientDataOf({ aes, nonce, serverNonce }: Proved, encrypted: Uint8Array): mtp.RawMt_client_DH_inner_data {
  if (encrypted.length % 16 !== 0 || encrypted.length < 48) throw new HandshakeError('No encrypted answer');
  const plain = decryptIge(encrypted, aes);
  const { value, length } = measure(plain.subarray(20));
  const inner = value as mtp.TlObject;
  const isWhole = sha1(plain.subarray(20, 20 + length)).equals(plain.subarray(0, 20));
  if (
    inner._ !== 'mt_client_DH_inner_data' ||
    !isWhole ||
    Buffer.compare(inner.nonce, nonce) !== 0 ||
    !serverNonce.equals(inner.serverNonce)
  )
    throw new HandshakeError('The answer is wrong');
  return inner;
}

function measure(bytes: Buffer): { value: unknown; length: number } {
  try {
    return measureObject(bytes);
  } catch (error) {
    throw new HandshakeError('What was encrypted is no object', { cause: error });
  }
}

function hashed(data: mtp.TlObject): Buffer {
  const bytes = writeValue(data);
  const filled = Buffer.concat([sha1(bytes), bytes]);
  return Buffer.concat([filled, randomBytes((16 - (filled.length % 16)) % 16)]);
}

function twoPrimes(): [bigint, bigint] {
  const one = generatePrimeSync(31, { bigint: true });
  const other = generatePrimeSync(31, { bigint: true });
  if (one === other) return twoPrimes();
  return one < other ? [one, other] : [other, one];
}
