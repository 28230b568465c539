import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { lockUserForFactors } from '../store/factors.ts';
import { listPasskeys } from '../store/passkeys.ts';
import {
  deleteSocialIdentity,
  findSocialIdentity,
  insertSocialIdentity,
  listSocialIdentities,
  type SocialPerson,
} from '../store/social.ts';
import type { User } from '../store/users.ts';
import { applyGuardChange } from './guard-account.ts';
import { type Proof, requireProof } from './require-proof.ts';
import type { SignInServices } from './services.ts';

interface Link {
  user: User;
  person: SocialPerson;
  now: Date;
  spared?: Buffer | undefined;
}

/** Throws social_taken. */
export async function linkSocial(tx: Tx, services: SignInServices, { user, person, now, spared }: Link): Promise<void> {
  if (!(await insertSocialIdentity(tx, user, { person, now }))) {
    // Idempotent: a crash may have lost the response to the first call.
    if ((await findSocialIdentity(tx, person))?.user_id !== user.id) throw new AppError('social_taken');
    return;
  }
  await applyGuardChange(tx, services, { user, spared, what: `${person.backend}_added` });
}

export async function hasOwnSignIn(tx: Tx, user: User): Promise<boolean> {
  if (user.password_hash !== null) return true;
  return (await listPasskeys(tx, user.id)).length > 0 || (await listSocialIdentities(tx, user.id)).length > 0;
}

export async function requireSignInMethod(tx: Tx, user: User): Promise<void> {
  await lockUserForFactors(tx, user.id);
  if (!(await hasOwnSignIn(tx, user))) throw new AppError('social_last_way');
}

/** Throws not_found, FieldErrors and social_last_way. */
export async function removeSocial(services: SignInServices, proof: Proof, { id, spared }: { id: number; spared: Buffer }): Promise<void> {
  const { database } = services;
  const own = await database.asSystem((tx) => listSocialIdentities(tx, proof.userId));
  if (!own.some((one) => one.id === id)) throw new AppError('not_found');
  const user = await requireProof(services, proof);
  await database.asSystem(async (tx) => {
    const removed = await deleteSocialIdentity(tx, user.id, id);
    if (!removed) throw new AppError('not_found');
    await requireSignInMethod(tx, user);
    await applyGuardChange(tx, services, { user, spared, what: `${removed.backend}_removed` });
  });
}
