import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { endStreams } from '#platform/events/store.ts';
import { findCompany } from '#modules/companies/public.ts';
import { factorsResetEmail, type GuardChange, guardChangedEmail } from '../emails/guard.ts';
import { deleteAuthenticator, hasOwnFactor, lockUserForFactors } from '../store/factors.ts';
import { deletePasskeys } from '../store/passkeys.ts';
import { endSessionsOf } from '../store/sessions.ts';
import type { User } from '../store/users.ts';
import type { SignInServices } from './services.ts';
import { languageOf } from '../users/language.ts';

/** Ends all sessions except `spared` and notifies the owner. */
export async function applyGuardChange(
  tx: Tx,
  { publicUrl, queueSystemEmail }: SignInServices,
  { user, spared, what }: { user: User; spared?: Buffer | undefined; what: GuardChange },
): Promise<void> {
  await endSessionsOf(tx, user.id, spared);
  await endStreams(tx, { companyId: user.company_id, userId: user.id });
  await queueSystemEmail(
    tx,
    guardChangedEmail({ to: user.email, what, url: `${publicUrl}/users/recover`, language: await languageOf(tx, user) }),
  );
}

/** For users who lost their app and codes. */
export async function resetFactors(
  tx: Tx,
  { publicUrl, queueSystemEmail }: Pick<SignInServices, 'publicUrl' | 'queueSystemEmail'>,
  user: Pick<User, 'id' | 'company_id' | 'email' | 'language'>,
): Promise<void> {
  await lockUserForFactors(tx, user.id);
  if (!(await hasOwnFactor(tx, user.id))) return;
  await deleteAuthenticator(tx, user.id);
  await deletePasskeys(tx, user.id);
  await endSessionsOf(tx, user.id);
  await queueSystemEmail(tx, factorsResetEmail({ to: user.email, url: `${publicUrl}/settings`, language: await languageOf(tx, user) }));
}

/** Throws second_factor_required. */
export async function requireFactor(tx: Tx, user: User): Promise<void> {
  // Two concurrent removals must not remove both factors.
  await lockUserForFactors(tx, user.id);
  if (await hasOwnFactor(tx, user.id)) return;
  if ((await findCompany(tx, user.company_id))?.mfa) throw new AppError('second_factor_required');
}
