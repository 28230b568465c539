import type { Tx } from '#platform/database/database.ts';
import { endStreams } from '#platform/events/store.ts';
import { type GuardChange, guardChangedEmail } from '../emails/guard.ts';
import { endSessionsOf } from '../session-store.ts';
import type { User } from '../store.ts';
import type { SignInServices } from './sign-in.ts';

/** After every change of how an account is guarded: all sessions but this one end, and its owner is told. */
export async function noteGuardChange(
  tx: Tx,
  { publicUrl, queueSystemEmail }: SignInServices,
  { user, spared, what }: { user: User; spared: Buffer; what: GuardChange },
): Promise<void> {
  await endSessionsOf(tx, user.id, spared);
  await endStreams(tx, { companyId: user.company_id, userId: user.id });
  await queueSystemEmail(
    tx,
    guardChangedEmail({ to: user.email, what, url: `${publicUrl}/users/recover`, language: user.language ?? 'en' }),
  );
}
