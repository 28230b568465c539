import type { MessageKey } from '@headwater/contract/errors';
import { startOfNextDay } from '@headwater/domain/time/zone';
import { findCompany, isLicensed } from '#modules/companies/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { dialogsLeft } from '../present.ts';
import { keepsPace } from '../rules.ts';
import type { AccountRow } from '../store/accounts.ts';
import type { MessageRow } from '../store/messages.ts';

/** The reason that keeps a message from leaving. The worker and DEC-10 share these functions. */
export interface Hindrance {
  reason: string;
  key: MessageKey;
  at?: Date | null;
}

export const isAhead = (moment: Date | null, now: Date): moment is Date => moment !== null && moment > now;

export async function accountHindrance(
  tx: Tx,
  account: AccountRow,
  { now, maySend }: { now: Date; maySend: boolean },
): Promise<Hindrance | undefined> {
  if (account.state === 'removed') return { reason: 'account_removed', key: 'telegram_account_removed' };
  if (account.state === 'banned') return { reason: 'banned', key: 'telegram_why_banned' };
  if (!maySend) return { reason: 'paused', key: 'why_paused' };
  if (!(await isLicensed(tx, account.company_id, { now: () => now }))) return { reason: 'unlicensed', key: 'telegram_why_unlicensed' };
  if (account.state === 'signed_out') return { reason: 'signed_out', key: 'telegram_why_signed_out' };
  if (account.frozen_since !== null) return { reason: 'frozen', key: 'telegram_why_frozen' };
  if (isAhead(account.flood_wait_until, now)) return { reason: 'flood_wait', key: 'telegram_why_flood', at: account.flood_wait_until };
  return undefined;
}

export async function beginningHindrance(tx: Tx, account: AccountRow, now: Date): Promise<Hindrance | undefined> {
  if (isAhead(account.soft_ban_until, now)) return { reason: 'soft_ban', key: 'telegram_why_soft_ban', at: account.soft_ban_until };
  const left = (await dialogsLeft(tx, [account], { companyId: account.company_id, now }))(account);
  if (left <= 0) {
    const zone = (await findCompany(tx, account.company_id))?.time_zone ?? 'UTC';
    return { reason: 'daily_limit', key: 'telegram_why_limit', at: account.limit_total === 0 ? null : startOfNextDay(now, zone) };
  }
  if (isAhead(account.next_dialog_at, now)) return { reason: 'gap', key: 'telegram_why_gap', at: account.next_dialog_at };
  return undefined;
}

export const lookupHindrance = ({ next_lookup_at: at }: AccountRow, now: Date): Hindrance | undefined =>
  isAhead(at, now) ? { reason: 'gap', key: 'telegram_why_look_up', at } : undefined;

export const paceHindrance = (
  { next_mailing_at: at }: AccountRow,
  message: Pick<MessageRow, 'recipient_id' | 'send_at'>,
  now: Date,
): Hindrance | undefined =>
  keepsPace(message, now) && isAhead(at, now)
    ? { reason: 'gap', key: message.recipient_id === null ? 'telegram_why_overdue_gap' : 'telegram_why_mailing_gap', at }
    : undefined;

interface Waiting {
  account: AccountRow;
  message: Pick<MessageRow, 'state' | 'recipient_id' | 'send_at'>;
  begins: boolean;
  isToLookUp: boolean;
}

export async function messageHindrance(
  tx: Tx,
  { account, message, begins, isToLookUp }: Waiting,
  now: Date,
): Promise<Hindrance | undefined> {
  if (message.state === 'handed_over') return undefined;
  return (
    (begins ? await beginningHindrance(tx, account, now) : undefined) ??
    (isToLookUp ? lookupHindrance(account, now) : undefined) ??
    paceHindrance(account, message, now)
  );
}
