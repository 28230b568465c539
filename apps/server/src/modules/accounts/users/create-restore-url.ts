import { dayMs } from '@headwater/domain/time/durations';
import { makeToken } from '#platform/crypto/tokens.ts';
import type { Tx } from '#platform/database/database.ts';
import { insertAddressRestore } from '../store/address-restores.ts';
import type { User } from '../store/users.ts';
import type { SignInServices } from '../sign-in/services.ts';

/** Enough for a mailbox that is checked weekly. */
const lifetime = 7 * dayMs;
/** An attacker adds an app before the change. The old address was notified within this time. */
const lead = 7 * dayMs;

export async function createRestoreUrl(
  tx: Tx,
  { clock, publicUrl }: Pick<SignInServices, 'clock' | 'publicUrl'>,
  { before, askedAt }: { before: User; askedAt: Date },
): Promise<string> {
  const now = clock.now();
  const token = makeToken();
  await insertAddressRestore(tx, {
    token_hash: token.hash,
    company_id: before.company_id,
    user_id: before.id,
    address: before.email,
    requested_at: new Date(askedAt.getTime() - lead),
    expires_at: new Date(now.getTime() + lifetime),
  });
  return `${publicUrl}/users/address-back/${token.value}`;
}
