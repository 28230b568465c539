import { usualFloodWait } from '@headwater/domain/outreach/telegram';
import { hourMs, secondMs } from '@headwater/domain/time/durations';
import type { Tx } from '#platform/database/database.ts';
import type { MessengerFailure } from '../messenger-port.ts';
import { disconnectAccount, pauseAccount } from '../accounts/pause-account.ts';
import type { AccountContext } from '../worker-services.ts';

/** TG-037: Telegram does not report the length of a soft ban. */
const softBan = 24 * hourMs;

/** Returns until when the account cannot act; undefined if the failure concerns one action. */
export async function applyFailure(
  tx: Tx,
  context: AccountContext,
  { code, detail, seconds }: MessengerFailure,
): Promise<{ until: Date } | undefined> {
  const now = context.clock.now();
  const later = (ms: number) => new Date(now.getTime() + ms);
  switch (code) {
    case 'flood_wait':
      return pauseAccount(tx, context, { why: 'flood_wait', until: later((seconds ?? usualFloodWait) * secondMs) });
    case 'peer_flood':
      return pauseAccount(tx, context, { why: 'soft_ban', until: later(softBan) });
    case 'account_frozen':
      return pauseAccount(tx, context, { why: 'frozen', until: now });
    case 'session_ended':
    case 'phone_banned':
      await disconnectAccount(tx, context, { state: code === 'phone_banned' ? 'banned' : 'signed_out', failure: detail.slice(0, 500) });
      return { until: now };
    default:
      return undefined;
  }
}

export const recordAccountFailure = (context: AccountContext, failure: MessengerFailure) =>
  context.database.inCompany(context.companyId, (tx) => applyFailure(tx, context, failure));
