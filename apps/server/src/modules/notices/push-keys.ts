import { createECDH } from 'node:crypto';
import type { Clock } from '#platform/clock.ts';
import { type Reseal, resealRows } from '#platform/crypto/resealing.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import type { Database } from '#platform/database/database.ts';
import { ensureFact, readFact, saveFact } from '#platform/database/installation-store.ts';
import type { Log } from '#platform/log.ts';

const fact = 'push_keys';
const context = 'the key of web push';
interface Stored {
  sealed: string;
}

/** VAPID keys (RFC 8292) in base64url; the public key is an uncompressed point. */
export interface PushKeys {
  privateKey: string;
  publicKey: string;
}

function keysOf(privateKey: string): PushKeys {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  return { privateKey, publicKey: ecdh.getPublicKey('base64url') };
}

function newPrivateKey(): string {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  // Keys with leading zeros are shorter.
  return Buffer.concat([Buffer.alloc(32), ecdh.getPrivateKey()])
    .subarray(-32)
    .toString('base64url');
}

interface KeyServices {
  database: Database;
  clock: Clock;
  secrets: SecretBox;
  log: Log;
  setting: string | undefined;
}

/** Cached. Generated keys are stored sealed. */
export function createPushKeys({ database, clock, secrets, log, setting }: KeyServices): () => Promise<PushKeys> {
  const load = async (): Promise<PushKeys> => {
    if (setting !== undefined) return keysOf(setting);
    return database.asSystem(async (tx) => {
      const made: Stored = { sealed: secrets.seal(newPrivateKey(), context) };
      const { sealed } = await ensureFact(tx, fact, { value: made, savedAt: clock.now() });
      try {
        return keysOf(secrets.open(sealed, context));
      } catch (error) {
        log.error({ err: error }, 'could not open the web push key: a new key replaces it, browsers must subscribe again');
        await saveFact(tx, fact, { value: made, savedAt: clock.now() });
        return keysOf(secrets.open(made.sealed, context));
      }
    });
  };
  let known: Promise<PushKeys> | undefined;
  return () => {
    // Failures are not cached.
    known ??= load().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

export const resealPushKeys: Reseal = (database, secrets, clock) =>
  database.asSystem(async (tx) => {
    const stored = await readFact<Stored>(tx, fact);
    return resealRows(stored ? [stored] : [], {
      reseal: ({ sealed }) => secrets.reseal(sealed, context),
      replace: (_, sealed) => saveFact(tx, fact, { value: { sealed }, savedAt: clock.now() }),
    });
  });
