import { dayMs } from '@headwater/domain/time/durations';
import { makeToken } from '#platform/crypto/tokens.ts';
import type { Tx } from '#platform/database/database.ts';
import { insertAddressReturn } from '../address-return-store.ts';
import type { User } from '../store.ts';
import type { SignInServices } from './services.ts';

/** Time enough for who looks into the mailbox once a week. */
const lifetime = 7 * dayMs;
/** Whoever means to take an account adds their own app first. What is added is told to the old address, which has had word within that time. */
const lead = 7 * dayMs;

/** Answers the link for the letter to the address that the account had. `askedAt`: when the change was asked for. */
export async function makeReturnUrl(
  tx: Tx,
  { clock, publicUrl }: Pick<SignInServices, 'clock' | 'publicUrl'>,
  { before, askedAt }: { before: User; askedAt: Date },
): Promise<string> {
  const now = clock.now();
  const token = makeToken();
  await insertAddressReturn(tx, {
    token_hash: token.hash,
    company_id: before.company_id,
    user_id: before.id,
    address: before.email,
    requested_at: new Date(askedAt.getTime() - lead),
    expires_at: new Date(now.getTime() + lifetime),
  });
  return `${publicUrl}/users/address-back/${token.value}`;
}
