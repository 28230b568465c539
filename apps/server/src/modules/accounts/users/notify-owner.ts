import type { Tx } from '#platform/database/database.ts';
import { addressReplacedEmail } from '../emails/addresses.ts';
import { tokenMadeEmail } from '../emails/guard.ts';
import { passwordSetEmail } from '../emails/passwords.ts';
import { providerLinkedEmail } from '../emails/providers.ts';
import { listSocialIdentities } from '../store/social.ts';
import { findUser, type User } from '../store/users.ts';
import type { SignInServices } from '../sign-in/services.ts';
import { languageOf } from './language.ts';

type NotifyServices = Pick<SignInServices, 'publicUrl' | 'queueSystemEmail'>;

/** accounts/README.md, own address. Skips accounts that were never activated. */
export async function notifyOfChanges(
  tx: Tx,
  { publicUrl, queueSystemEmail }: NotifyServices,
  { before, after }: { before: User; after: User },
) {
  if (!before.is_activated) return;
  const language = await languageOf(tx, after);
  const isMoved = before.email.toLowerCase() !== after.email.toLowerCase();
  if (isMoved) await queueSystemEmail(tx, addressReplacedEmail({ to: before.email, address: after.email, language }));
  if (before.password_hash !== after.password_hash)
    await queueSystemEmail(tx, passwordSetEmail({ to: after.email, url: `${publicUrl}/users/recover`, language }));
}

export async function notifyOfToken(
  tx: Tx,
  { publicUrl, queueSystemEmail }: NotifyServices,
  { userId, isOwn }: { userId: number; isOwn: boolean },
) {
  const user = await findUser(tx, userId);
  if (!user) return;
  await queueSystemEmail(
    tx,
    tokenMadeEmail({ to: user.email, isOwn, url: `${publicUrl}/api_management`, language: await languageOf(tx, user) }),
  );
}

const mayRecover = async (tx: Tx, { id, password_hash: hash }: User): Promise<boolean> =>
  hash !== null || (await listSocialIdentities(tx, id)).length > 0;

/** `isKept`: the company requires SSO. */
export async function notifyProviderLinked(
  tx: Tx,
  { publicUrl, queueSystemEmail }: NotifyServices,
  { user, provider, isKept }: { user: User; provider: string; isKept: boolean },
): Promise<void> {
  const url = isKept || !(await mayRecover(tx, user)) ? undefined : `${publicUrl}/users/recover`;
  await queueSystemEmail(tx, providerLinkedEmail({ to: user.email, provider, url, language: await languageOf(tx, user) }));
}
