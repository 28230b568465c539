import { randomBytes } from 'node:crypto';
import { type ResealCounts, resealRows } from '#platform/crypto/resealing.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import { hashToken } from '#platform/crypto/tokens.ts';
import { toBase32, totpStep } from '#platform/crypto/totp.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import {
  type Authenticator,
  findAuthenticator,
  listAuthenticators,
  type Owner,
  replaceRecoveryCodes,
  replaceSealed,
  takeRecoveryCode,
  takeStep,
} from '../store/factors.ts';

const recoveryCodes = 10;
/** 80 bits, so codes cannot be guessed. */
const recoveryBytes = 10;

export const secretContext = (userId: number) => `authenticator ${userId}`;
const plainCode = (code: string) => code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
const hashOf = (code: string) => hashToken(`recovery ${plainCode(code)}`);

export async function makeRecoveryCodes(tx: Tx, owner: Owner, now: Date): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, () => (toBase32(randomBytes(recoveryBytes)).match(/.{4}/g) ?? []).join('-'));
  await replaceRecoveryCodes(tx, owner, { hashes: codes.map(hashOf), now });
  return codes;
}

export const isRecoveryCode = (code: string): boolean => plainCode(code).length === recoveryBytes * 1.6;

export const useRecoveryCode = (tx: Tx, userId: number, code: string): Promise<boolean> => takeRecoveryCode(tx, userId, hashOf(code));

/** Undefined without an app, or if no key opens its secret. */
function secretOf(secrets: SecretBox, { sealed_secret: sealed, sealed_for: sealedFor }: Authenticator): string | undefined {
  try {
    return sealed === null ? undefined : secrets.open(sealed, secretContext(sealedFor));
  } catch {
    return undefined;
  }
}

export async function useAppCode(
  tx: Tx,
  secrets: SecretBox,
  { userId, code, now }: { userId: number; code: string; now: Date },
): Promise<boolean> {
  const authenticator = await findAuthenticator(tx, userId);
  const secret = authenticator && secretOf(secrets, authenticator);
  const step = secret === undefined ? undefined : totpStep(secret, code, now);
  return step !== undefined && takeStep(tx, userId, step);
}

export const resealAuthenticators = (database: Database, box: SecretBox): Promise<ResealCounts> =>
  database.asSystem(async (tx) =>
    resealRows(await listAuthenticators(tx), {
      reseal(row) {
        const reseal = (sealed: string | null) => (sealed === null ? undefined : box.reseal(sealed, secretContext(row.sealed_for)));
        const [active, pending] = [reseal(row.sealed_secret), reseal(row.pending_secret)];
        if (active === undefined && pending === undefined) return undefined;
        return { sealed_secret: active ?? row.sealed_secret, pending_secret: pending ?? row.pending_secret };
      },
      replace: (row, sealed) => replaceSealed(tx, row, sealed),
    }),
  );
