import { checkPassword } from '#platform/crypto/passwords.ts';
import { FieldErrors } from '#platform/errors.ts';
import { forgivePerHour, limitPerHour } from '../attempts.ts';
import { isRecoveryCode, useAppCode, useRecoveryCode } from '../factors.ts';
import { findUser, type User } from '../store.ts';
import type { SignInServices } from './services.ts';

/** Whoever finds an open window changes nothing of how the account is guarded: the password again, or a code of the app or a recovery code. */
export interface Proof {
  userId: number;
  password?: string | undefined;
  code?: string | undefined;
}

async function isProved({ database, clock, secrets }: SignInServices, user: User, { password, code }: Proof): Promise<boolean> {
  if (code === undefined) return checkPassword(user.password_hash, password ?? '');
  return database.asSystem(async (tx) =>
    isRecoveryCode(code)
      ? useRecoveryCode(tx, user.id, code)
      : useAppCode(tx, secrets, { userId: user.id, code: code.replaceAll(/\s/g, ''), now: clock.now() }),
  );
}

/** The person, who has proved to be it. Throws FieldErrors, and password_attempts after five wrong ones within an hour. */
export async function requireProof(services: SignInServices, proof: Proof): Promise<User> {
  const { database, clock } = services;
  const kind = `proof ${proof.userId}`;
  const user = await database.asSystem(async (tx) => {
    await limitPerHour(tx, kind, { now: clock.now() });
    return findUser(tx, proof.userId);
  });
  if (!user || !(await isProved(services, user, proof)))
    throw new FieldErrors(proof.code === undefined ? { password: 'password_wrong' } : { code: 'wrong_code' });
  await database.asSystem((tx) => forgivePerHour(tx, kind));
  return user;
}
