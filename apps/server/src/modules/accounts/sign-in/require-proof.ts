import type { MessageKey } from '@headwater/contract/errors';
import type { PasskeyUse } from '@headwater/contract/passkeys';
import { checkPassword } from '#platform/crypto/passwords.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { clearHourlyAttempts, limitPerHour } from './attempts.ts';
import { hasAuthenticator } from '../store/factors.ts';
import { isRecoveryCode, useAppCode, useRecoveryCode } from './factors.ts';
import { partyAt } from './passkeys.ts';
import { findUser, type User } from '../store/users.ts';
import type { SignInServices } from './services.ts';
import { verifiedUse } from './use-passkey.ts';

/** Protects sign-in settings in unattended sessions. A password only suffices without an app. */
export interface Proof {
  userId: number;
  password?: string | undefined;
  code?: string | undefined;
  passkey?: PasskeyUse | undefined;
  /** Host with port: passkeys are bound to it. */
  host: string;
}

const isRightCode = ({ database, clock, secrets }: SignInServices, { id: userId }: User, code: string): Promise<boolean> =>
  database.asSystem(async (tx) =>
    isRecoveryCode(code)
      ? useRecoveryCode(tx, userId, code)
      : useAppCode(tx, secrets, { userId, code: code.replaceAll(/\s/g, ''), now: clock.now() }),
  );

async function findFault(
  services: SignInServices,
  user: User,
  { password, code, passkey, host }: Proof,
): Promise<Readonly<Record<string, MessageKey>> | undefined> {
  if (passkey !== undefined) {
    const used = await verifiedUse(services, { use: passkey, party: partyAt(services, { host }), askedOf: user.id });
    if (!used?.isRight || used.user?.id !== user.id) throw new AppError('passkey_failed');
    return undefined;
  }
  if (code !== undefined) return (await isRightCode(services, user, code)) ? undefined : { code: 'wrong_code' };
  if (await services.database.asSystem((tx) => hasAuthenticator(tx, user.id))) return { code: 'code_needed' };
  return (await checkPassword(user.password_hash, password ?? '')) ? undefined : { password: 'password_wrong' };
}

/** Throws FieldErrors, passkey_failed, and password_attempts after five failures an hour. */
export async function requireProof(services: SignInServices, proof: Proof): Promise<User> {
  const { database, clock } = services;
  const kind = `proof ${proof.userId}`;
  const user = await database.asSystem(async (tx) => {
    await limitPerHour(tx, kind, { now: clock.now() });
    return findUser(tx, proof.userId);
  });
  if (!user) throw new AppError('unauthorized');
  const wrong = await findFault(services, user, proof);
  if (wrong) throw new FieldErrors(wrong);
  await database.asSystem((tx) => clearHourlyAttempts(tx, kind));
  return user;
}
