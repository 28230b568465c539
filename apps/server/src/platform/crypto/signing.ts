import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { ensureFact, saveFact } from '#platform/database/installation-store.ts';
import type { SecretBox } from './secrets.ts';

const fact = 'signing';
const context = 'the signing key of the installation';

/** Signatures and keyed hashes of this installation. `purpose` separates uses. */
export interface Signer {
  /** 128 bits, URL-safe. */
  sign(purpose: string, text: string): string;
  isSigned(purpose: string, text: string, signature: string): boolean;
  /** 256 bits, deterministic. */
  fingerprint(purpose: string, text: string): Buffer;
}

export function signerOf(key: Buffer): Signer {
  const keys = new Map<string, Buffer>();
  const keyFor = (purpose: string) => {
    const known = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', key, '', purpose, 32));
    keys.set(purpose, known);
    return known;
  };
  const mac = (purpose: string, text: string) => createHmac('sha256', keyFor(purpose)).update(text).digest();
  const sign = (purpose: string, text: string) => mac(purpose, text).subarray(0, 16).toString('base64url');
  return {
    sign,
    isSigned(purpose, text, signature) {
      const [right, presented] = [Buffer.from(sign(purpose, text)), Buffer.from(signature)];
      return right.length === presented.length && timingSafeEqual(right, presented);
    },
    fingerprint: mac,
  };
}

export interface SigningServices {
  database: Database;
  clock: Clock;
  secrets: SecretBox;
}

/** The key survives rotations of the secret key, because links must work for years. */
export function createSigning({ database, clock, secrets }: SigningServices): () => Promise<Signer> {
  const load = () =>
    database.asSystem(async (tx) => {
      const made = { sealed: secrets.seal(randomBytes(32).toString('base64'), context) };
      const { sealed } = await ensureFact(tx, fact, { value: made, savedAt: clock.now() });
      const resealed = secrets.reseal(sealed, context);
      if (resealed) await saveFact(tx, fact, { value: { sealed: resealed }, savedAt: clock.now() });
      return signerOf(Buffer.from(secrets.open(sealed, context), 'base64'));
    });
  let known: Promise<Signer> | undefined;
  return () => {
    // A failure, such as a database restart, is not cached.
    known ??= load().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}
