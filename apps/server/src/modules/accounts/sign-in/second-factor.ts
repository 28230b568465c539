import { makeTotpSecret, totpAddress, totpStep } from '#platform/crypto/totp.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { clearHourlyAttempts, limitPerHour } from './attempts.ts';
import { confirmPending, deleteAuthenticator, findAuthenticator, hasAuthenticator, savePending } from '../store/factors.ts';
import { makeRecoveryCodes, secretContext } from './factors.ts';
import { findUser } from '../store/users.ts';
import { applyGuardChange, requireFactor } from './guard-account.ts';
import { type Proof, requireProof } from './require-proof.ts';
import type { SignInServices } from './sign-in.ts';

const pendingMs = 60 * 60_000;

/** The current app stays valid until a code of the new one is confirmed. */
export async function addAuthenticator(services: SignInServices, proof: Proof, issuer: string): Promise<{ secret: string; uri: string }> {
  const user = await requireProof(services, proof);
  const { database, clock, secrets } = services;
  const secret = makeTotpSecret();
  await database.asSystem(async (tx) => {
    const sealedFor = (await findAuthenticator(tx, user.id))?.sealed_for ?? user.id;
    await savePending(tx, user, { sealed: secrets.seal(secret, secretContext(sealedFor)), sealedFor, now: clock.now() });
  });
  return { secret, uri: totpAddress(secret, { issuer, account: user.email }) };
}

interface Confirmation {
  userId: number;
  code: string;
  spared: Buffer;
}

/** Throws FieldErrors, authenticator_missing, and too_many_requests after five failures an hour. */
export async function confirmAuthenticator(services: SignInServices, { userId, code, spared }: Confirmation): Promise<string[]> {
  const { database, clock, secrets } = services;
  const now = clock.now();
  const kind = `confirm ${userId}`;
  await database.asSystem((tx) => limitPerHour(tx, kind, { now, error: 'too_many_requests' }));
  return database.asSystem(async (tx) => {
    const [user, found] = [await findUser(tx, userId), await findAuthenticator(tx, userId)];
    if (!user || !found?.pending_secret || !found.pending_at) throw new AppError('authenticator_missing');
    if (found.pending_at.getTime() + pendingMs < now.getTime()) throw new AppError('authenticator_missing');
    const step = totpStep(secrets.open(found.pending_secret, secretContext(found.sealed_for)), code.replaceAll(/\s/g, ''), now);
    const isConfirmed = step !== undefined && (await confirmPending(tx, userId, { pending: found.pending_secret, step, now }));
    if (!isConfirmed) throw new FieldErrors({ code: 'wrong_code' });
    await clearHourlyAttempts(tx, kind);
    await applyGuardChange(tx, services, { user, spared, what: 'authenticator_added' });
    return makeRecoveryCodes(tx, user, now);
  });
}

/** Throws authenticator_missing, second_factor_required. */
export async function removeAuthenticator(services: SignInServices, proof: Proof, spared: Buffer): Promise<void> {
  const user = await requireProof(services, proof);
  await services.database.asSystem(async (tx) => {
    if (!(await hasAuthenticator(tx, user.id))) throw new AppError('authenticator_missing');
    await deleteAuthenticator(tx, user.id);
    await requireFactor(tx, user);
    await applyGuardChange(tx, services, { user, spared, what: 'authenticator_removed' });
  });
}

export async function renewRecoveryCodes(services: SignInServices, proof: Proof, spared: Buffer): Promise<string[]> {
  const user = await requireProof(services, proof);
  return services.database.asSystem(async (tx) => {
    if (!(await hasAuthenticator(tx, user.id))) throw new AppError('authenticator_missing');
    await applyGuardChange(tx, services, { user, spared, what: 'recovery_renewed' });
    return makeRecoveryCodes(tx, user, services.clock.now());
  });
}
