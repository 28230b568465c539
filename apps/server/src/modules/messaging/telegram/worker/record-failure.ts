import { usualFloodWait } from '@headwater/domain/outreach/telegram';
import { hourMs, secondMs } from '@headwater/domain/time/durations';
import type { Tx } from '#platform/database/database.ts';
import { publish } from '#platform/events/store.ts';
import type { MessengerFailure } from '../messenger-port.ts';
import { changeAccount, endSession, extendWait, freezeAccount } from '../store/accounts.ts';
import type { AccountContext } from './services.ts';
import { notifyManagers } from './notify-managers.ts';

/** TG-037: Telegram does not report the length of a soft ban. */
const softBan = 24 * hourMs;

export async function applyFailure(
  tx: Tx,
  context: AccountContext,
  { code, detail, seconds }: MessengerFailure,
): Promise<{ until: Date } | undefined> {
  const now = context.clock.now();
  const announce = () => publish(tx, { companyId: context.companyId, topic: 'telegram_accounts', ids: [context.accountId] });
  if (code === 'flood_wait') {
    const until = new Date(now.getTime() + (seconds ?? usualFloodWait) * secondMs);
    await extendWait(tx, context.accountId, { of: 'flood_wait_until', until });
    await announce();
    return { until };
  }
  if (code === 'peer_flood') {
    const until = new Date(now.getTime() + softBan);
    await changeAccount(tx, context.accountId, { soft_ban_until: until });
    await announce();
    return { until };
  }
  if (code === 'account_frozen') {
    const frozen = await freezeAccount(tx, context.accountId, now);
    if (frozen) await notifyManagers(tx, frozen, { what: 'frozen', now });
    if (frozen) await announce();
    return { until: now };
  }
  if (code === 'session_ended' || code === 'phone_banned') {
    const ended = await endSession(tx, context.accountId, {
      sessionNumber: context.sessionNumber,
      state: code === 'phone_banned' ? 'banned' : 'signed_out',
      failure: detail.slice(0, 500),
    });
    if (ended) await notifyManagers(tx, ended, { what: 'disconnected', now });
    await announce();
    return { until: now };
  }
  return undefined;
}

export const recordAccountFailure = (context: AccountContext, failure: MessengerFailure) =>
  context.database.inCompany(context.companyId, (tx) => applyFailure(tx, context, failure));
