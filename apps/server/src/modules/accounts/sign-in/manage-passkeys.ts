import { randomBytes } from 'node:crypto';
import type { PasskeyCreation, PasskeyUse } from '@headwater/contract/passkeys';
import { hashToken } from '#platform/crypto/tokens.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { findCompany } from '#modules/companies/public.ts';
import type { Origin } from './attempts.ts';
import { deletePasskey, insertPasskey, listPasskeys, takeChallenge } from '../store/passkeys.ts';
import { challengeIn, type RelyingParty, verifyCreation, webauthn } from './passkeys.ts';
import { findUser, lockUnchangedUser, type User } from '../store/users.ts';
import { applyGuardChange, requireFactor } from './guard-account.ts';
import { type Proof, requireProof } from './require-proof.ts';
import { requireSignInMethod } from './social.ts';
import { openSession, requireMaySignIn, type SignInResult, type SignInServices } from './sign-in.ts';
import { challengeMs, saveChallenge, verifiedUse } from './use-passkey.ts';

const mostPasskeys = 20;

async function requireRoom(tx: Tx, userId: number) {
  const own = await listPasskeys(tx, userId);
  if (own.length >= mostPasskeys) throw new AppError('passkeys_full');
  return own;
}

/** Throws FieldErrors, passkeys_full. */
export async function beginPasskey(services: SignInServices, proof: Proof, { party, name }: { party: RelyingParty; name: string }) {
  const user = await requireProof(services, proof);
  const own = await services.database.asSystem((tx) => requireRoom(tx, user.id));
  const userHandle = own[0]?.user_handle ?? randomBytes(32);
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: name,
    rpID: party.id,
    userID: new Uint8Array(userHandle),
    userName: user.email,
    userDisplayName: `${user.first_name} ${user.last_name}`.trim() || user.email,
    timeout: challengeMs,
    attestationType: 'none',
    excludeCredentials: own.map((passkey) => ({ id: passkey.credential_id, transports: passkey.transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await saveChallenge(services, { challenge: options.challenge, userId: user.id, userHandle });
  return { ...options };
}

interface Creation {
  userId: number;
  name: string;
  creation: PasskeyCreation;
  party: RelyingParty;
  spared: Buffer;
}

/** Throws passkey_failed, passkey_there, passkeys_full. */
export async function addPasskey(services: SignInServices, { userId, name, creation, party, spared }: Creation): Promise<void> {
  const { database, clock } = services;
  const now = clock.now();
  const challenge = challengeIn(creation);
  const taken = challenge === undefined ? undefined : await database.asSystem((tx) => takeChallenge(tx, hashToken(challenge), now));
  if (challenge === undefined || taken?.user_id !== userId || !taken.user_handle) throw new AppError('passkey_failed');
  const verified = await verifyCreation(creation, { challenge, party });
  if (!verified) throw new AppError('passkey_failed');
  const { user_handle: userHandle } = taken;
  await database.asSystem(async (tx) => {
    const user = await findUser(tx, userId);
    if (!user?.is_active) throw new AppError('passkey_failed');
    await requireRoom(tx, userId);
    const transports = creation.response.transports ?? [];
    const isNew = await insertPasskey(tx, { owner: user, ...verified, transports, userHandle, name, now });
    if (!isNew) throw new AppError('passkey_there');
    await applyGuardChange(tx, services, { user, spared, what: 'passkey_added' });
  });
}

/** Throws not_found, second_factor_required, social_last_way. */
export async function removePasskey(services: SignInServices, proof: Proof, { id, spared }: { id: number; spared: Buffer }): Promise<void> {
  const own = await services.database.asSystem((tx) => listPasskeys(tx, proof.userId));
  if (!own.some((passkey) => passkey.id === id)) throw new AppError('not_found');
  const user = await requireProof(services, proof);
  await services.database.asSystem(async (tx) => {
    const isOwn = await deletePasskey(tx, user.id, id);
    if (!isOwn) throw new AppError('not_found');
    await requireFactor(tx, user);
    await requireSignInMethod(tx, user);
    await applyGuardChange(tx, services, { user, spared, what: 'passkey_removed' });
  });
}

export async function beginPasskeySignIn(services: SignInServices, party: RelyingParty) {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({ rpID: party.id, timeout: challengeMs, userVerification: 'required' });
  await saveChallenge(services, { challenge: options.challenge, userId: null });
  return { ...options };
}

/** Throws passkey_none. */
export async function beginPasskeyProof(services: SignInServices, { userId, party }: { userId: number; party: RelyingParty }) {
  const own = await services.database.asSystem((tx) => listPasskeys(tx, userId));
  if (own.length === 0) throw new AppError('passkey_none');
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    timeout: challengeMs,
    userVerification: 'required',
    allowCredentials: own.map((passkey) => ({ id: passkey.credential_id, transports: passkey.transports })),
  });
  await saveChallenge(services, { challenge: options.challenge, userId });
  return { ...options };
}

interface Use {
  use: PasskeyUse;
  party: RelyingParty;
  next: string | undefined;
}

async function ownerOf(services: SignInServices, { use, party }: Use, origin: Origin): Promise<User | undefined> {
  const { user, isRight } = (await verifiedUse(services, { use, party, askedOf: null })) ?? { user: undefined, isRight: false };
  if (isRight) return user;
  if (user) await services.recordSignInFailure({ email: user.email, address: origin.address });
  return undefined;
}

/** User verification replaces password and code. Throws passkey_failed, user_disabled. */
export async function signInWithPasskey(services: SignInServices, use: Use, origin: Origin): Promise<SignInResult> {
  const user = await ownerOf(services, use, origin);
  if (!user) throw new AppError('passkey_failed');
  return services.database.asSystem(async (tx) => {
    const company = await findCompany(tx, user.company_id);
    if (user.is_active && !(await lockUnchangedUser(tx, user))) throw new AppError('passkey_failed');
    if (!user.is_active || company?.deleted_at) throw new AppError('user_disabled');
    await requireMaySignIn(tx, services, { user, now: services.clock.now() });
    return openSession(tx, { user, origin, next: use.next, now: services.clock.now(), way: 'passkey' });
  });
}
