import type { PasskeyUse } from '@headwater/contract/passkeys';
import { hashToken } from '#platform/crypto/tokens.ts';
import { type Challenge, findPasskey, insertChallenge, takeChallenge, usePasskey } from '../store/passkeys.ts';
import { challengeIn, type RelyingParty, verifyUse } from './passkeys.ts';
import { findUser, type User } from '../store/users.ts';
import type { SignInServices } from './services.ts';

export const challengeMs = 5 * 60_000;

export async function saveChallenge(
  { database, clock }: Pick<SignInServices, 'database' | 'clock'>,
  { challenge, userId, userHandle = null }: { challenge: string; userId: number | null; userHandle?: Challenge['userHandle'] },
): Promise<void> {
  const now = clock.now();
  const row = { hash: hashToken(challenge), userId, userHandle, now, expiresAt: new Date(now.getTime() + challengeMs) };
  await database.asSystem((tx) => insertChallenge(tx, row));
}

interface Use {
  use: PasskeyUse;
  party: RelyingParty;
  /** Null: a visitor. */
  askedOf: number | null;
}

export async function verifiedUse(
  { database, clock }: Pick<SignInServices, 'database' | 'clock'>,
  { use, party, askedOf }: Use,
): Promise<{ user: User | undefined; isRight: boolean } | undefined> {
  const now = clock.now();
  const challenge = challengeIn(use);
  const taken = challenge === undefined ? undefined : await database.asSystem((tx) => takeChallenge(tx, hashToken(challenge), now));
  // A challenge for adding a passkey proves nothing.
  if (challenge === undefined || !taken || taken.user_id !== askedOf || taken.user_handle !== null) return undefined;
  const passkey = await database.asSystem((tx) => findPasskey(tx, use.id));
  if (!passkey) return undefined;
  const counter = await verifyUse(use, { challenge, party, passkey });
  return database.asSystem(async (tx) => ({
    user: await findUser(tx, passkey.user_id),
    isRight: counter !== undefined && (await usePasskey(tx, passkey.id, { counter, now })),
  }));
}
