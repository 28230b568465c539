import type { Tx } from '#platform/database/database.ts';
import { addressReplacedEmail } from '../emails/addresses.ts';
import { tokenMadeEmail } from '../emails/guard.ts';
import { passwordSetEmail } from '../emails/passwords.ts';
import { providerLinkedEmail } from '../emails/providers.ts';
import { listSocialIdentities } from '../social-store.ts';
import { findUser, type User } from '../store.ts';
import type { SignInServices } from './services.ts';
import { languageOf } from '../language.ts';

type Telling = Pick<SignInServices, 'publicUrl' | 'queueSystemEmail'>;

/** ADR 69: what somebody who manages the account has changed of how its person comes in. Not who has not opened it yet: nothing of theirs has changed. */
export async function tellOfChanges(tx: Tx, { publicUrl, queueSystemEmail }: Telling, { before, after }: { before: User; after: User }) {
  if (!before.is_activated) return;
  const language = await languageOf(tx, after);
  const isMoved = before.email.toLowerCase() !== after.email.toLowerCase();
  if (isMoved) await queueSystemEmail(tx, addressReplacedEmail({ to: before.email, address: after.email, language }));
  if (before.password_hash !== after.password_hash)
    await queueSystemEmail(tx, passwordSetEmail({ to: after.email, url: `${publicUrl}/users/recover`, language }));
}

/** A program may call as that person from now on. `isOwn`: by their own hand. */
export async function tellOfToken(tx: Tx, { publicUrl, queueSystemEmail }: Telling, { userId, isOwn }: { userId: number; isOwn: boolean }) {
  const user = await findUser(tx, userId);
  if (!user) return;
  await queueSystemEmail(
    tx,
    tokenMadeEmail({ to: user.email, isOwn, url: `${publicUrl}/api_management`, language: await languageOf(tx, user) }),
  );
}

/** Whether they can set a password anew by themselves: who never had one, nor another service, is sent no link. */
const mayRecover = async (tx: Tx, { id, password_hash: hash }: User): Promise<boolean> =>
  hash !== null || (await listSocialIdentities(tx, id)).length > 0;

/** Somebody at the identity provider is that person from now on. `isKept`: the company lets them in through it alone. */
export async function tellOfProvider(
  tx: Tx,
  { publicUrl, queueSystemEmail }: Telling,
  { user, provider, isKept }: { user: User; provider: string; isKept: boolean },
): Promise<void> {
  const url = isKept || !(await mayRecover(tx, user)) ? undefined : `${publicUrl}/users/recover`;
  await queueSystemEmail(tx, providerLinkedEmail({ to: user.email, provider, url, language: await languageOf(tx, user) }));
}
