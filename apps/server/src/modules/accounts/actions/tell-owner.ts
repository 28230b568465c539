import type { Tx } from '#platform/database/database.ts';
import { addressReplacedEmail } from '../emails/addresses.ts';
import { tokenMadeEmail } from '../emails/guard.ts';
import { passwordSetEmail } from '../emails/passwords.ts';
import { providerLinkedEmail } from '../emails/providers.ts';
import { findUser, type User } from '../store.ts';
import type { SignInServices } from './services.ts';

type Telling = Pick<SignInServices, 'publicUrl' | 'queueSystemEmail'>;

/** ADR 69: what somebody who manages the account has changed of how its person comes in. Not who has not opened it yet: nothing of theirs has changed. */
export async function tellOfChanges(tx: Tx, { publicUrl, queueSystemEmail }: Telling, { before, after }: { before: User; after: User }) {
  if (!before.is_activated) return;
  const language = after.language ?? 'en';
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
    tokenMadeEmail({ to: user.email, isOwn, url: `${publicUrl}/api_management`, language: user.language ?? 'en' }),
  );
}

/** Somebody at the identity provider is that person from now on. `isKept`: the company lets them in through it alone. */
export const tellOfProvider = (
  tx: Tx,
  { publicUrl, queueSystemEmail }: Telling,
  { user: { email, language }, provider, isKept }: { user: User; provider: string; isKept: boolean },
) => {
  const url = isKept ? undefined : `${publicUrl}/users/recover`;
  return queueSystemEmail(tx, providerLinkedEmail({ to: email, provider, url, language: language ?? 'en' }));
};
