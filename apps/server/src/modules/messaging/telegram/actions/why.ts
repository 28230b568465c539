import type { Language, MessageKey } from '@headwater/contract/errors';
import { message as textOf } from '@headwater/contract/errors';
import { startOfNextDay } from '@headwater/domain/time/zone';
import type { Actor } from '@headwater/domain/roles';
import { findCompany } from '#modules/companies/public.ts';
import type { Registry } from '#modules/messaging/suppressions/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { dialogsLeft, errorText } from '../present.ts';
import { type AccountRow, findAccount } from '../store/accounts.ts';
import type { DialogRow } from '../store/dialogs.ts';
import type { MessageRow } from '../store/messages.ts';
import { isSuppressed, personOf } from '../suppressed-people.ts';
import { requireMessage } from './require-dialog.ts';

interface Reason {
  reason: string;
  key: MessageKey;
  at?: Date | null;
}

interface Waiting {
  account: AccountRow;
  dialog: DialogRow;
  message: MessageRow;
  now: Date;
}

const isAhead = (moment: Date | null, now: Date): moment is Date => moment !== null && moment > now;

/** What holds back the first message of a dialog. */
async function beginning(tx: Tx, { account, dialog, now }: Waiting): Promise<Reason | undefined> {
  if (dialog.started_at !== null || dialog.synced_up_to > 0) return undefined;
  if (isAhead(account.soft_ban_until, now)) return { reason: 'soft_ban', key: 'telegram_why_soft_ban', at: account.soft_ban_until };
  const left = (await dialogsLeft(tx, [account], { companyId: account.company_id, now }))(account);
  if (left <= 0) {
    const zone = (await findCompany(tx, account.company_id))?.time_zone ?? 'UTC';
    return { reason: 'daily_limit', key: 'telegram_why_limit', at: account.limit_total === 0 ? null : startOfNextDay(now, zone) };
  }
  if (isAhead(account.next_dialog_at, now)) return { reason: 'gap', key: 'telegram_why_gap', at: account.next_dialog_at };
  return undefined;
}

async function waiting(tx: Tx, known: Waiting): Promise<Reason> {
  const { account, message, now } = known;
  if (account.state === 'removed') return { reason: 'account_removed', key: 'telegram_account_removed' };
  if (account.state === 'banned') return { reason: 'banned', key: 'telegram_why_banned' };
  if (account.state === 'signed_out') return { reason: 'signed_out', key: 'telegram_why_signed_out' };
  if (isAhead(account.flood_wait_until, now)) return { reason: 'flood_wait', key: 'telegram_why_flood', at: account.flood_wait_until };
  const hindrance = await beginning(tx, known);
  if (hindrance) return hindrance;
  if (message.state === 'sending') return { reason: 'leaving', key: 'why_leaving' };
  if (!account.is_online) return { reason: 'offline', key: 'telegram_why_offline' };
  if (message.attempts > 0 && isAhead(message.due_at, now)) return { reason: 'retry', key: 'telegram_why_retry', at: message.due_at };
  return { reason: 'queued', key: 'telegram_why_planned', at: now };
}

/** DEC-10. */
export async function why(
  tx: Tx,
  actor: Actor,
  { input, registry, now, language }: { input: { id: number; message_id: number }; registry: Registry; now: Date; language: Language },
) {
  const { dialog, message } = await requireMessage(tx, actor, input);
  if (message.state === 'failed') {
    const text = errorText(message.error ?? 'failed', message.error_detail, language);
    return { reason: 'error', text: textOf('why_error', language, { detail: text }), expected_at: null };
  }
  if (message.state === 'sent' || message.state === 'received')
    return { reason: 'sent', text: textOf('why_sent', language), expected_at: null };
  if (await isSuppressed(tx, registry, personOf(dialog)))
    return { reason: 'suppressed', text: textOf('telegram_suppressed', language), expected_at: null };
  const account = await findAccount(tx, dialog.account_id);
  const { reason, key, at } = account
    ? await waiting(tx, { account, dialog, message, now })
    : { reason: 'account_removed', key: 'telegram_account_removed' as const, at: null };
  return { reason, text: textOf(key, language), expected_at: at?.toISOString() ?? null };
}
