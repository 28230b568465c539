import { makeTotpSecret, totpAddress, totpStep } from '#platform/crypto/totp.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { forgivePerHour, limitPerHour } from '../attempts.ts';
import { confirmPending, deleteAuthenticator, findAuthenticator, hasAuthenticator, savePending } from '../factor-store.ts';
import { makeRecoveryCodes, secretContext } from '../factors.ts';
import { findUser } from '../store.ts';
import { noteGuardChange, requireFactor } from './guard-account.ts';
import { type Proof, requireProof } from './require-proof.ts';
import type { SignInServices } from './sign-in.ts';

/** So long an app may be added after its secret was shown. */
const pendingMs = 60 * 60_000;

/** The secret of a new app, which counts once a code was confirmed; until then the one before does. */
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

/** By a code that the new app shows; answers the recovery codes. Throws FieldErrors, authenticator_missing where none is being added, too_many_requests after five wrong ones within an hour. */
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
    await forgivePerHour(tx, kind);
    await noteGuardChange(tx, services, { user, spared, what: 'authenticator_added' });
    return makeRecoveryCodes(tx, user, now);
  });
}

/** Throws authenticator_missing, and second_factor_required where the company asks for one and there is no passkey. */
export async function removeAuthenticator(services: SignInServices, proof: Proof, spared: Buffer): Promise<void> {
  const user = await requireProof(services, proof);
  await services.database.asSystem(async (tx) => {
    if (!(await hasAuthenticator(tx, user.id))) throw new AppError('authenticator_missing');
    await deleteAuthenticator(tx, user.id);
    await requireFactor(tx, user);
    await noteGuardChange(tx, services, { user, spared, what: 'authenticator_removed' });
  });
}

/** Throws authenticator_missing. */
export async function renewRecoveryCodes(services: SignInServices, proof: Proof, spared: Buffer): Promise<string[]> {
  const user = await requireProof(services, proof);
  return services.database.asSystem(async (tx) => {
    if (!(await hasAuthenticator(tx, user.id))) throw new AppError('authenticator_missing');
    await noteGuardChange(tx, services, { user, spared, what: 'recovery_renewed' });
    return makeRecoveryCodes(tx, user, services.clock.now());
  });
}
