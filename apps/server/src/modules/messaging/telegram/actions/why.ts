import type { Language, MessageKey } from '@headwater/contract/errors';
import { message as textOf } from '@headwater/contract/errors';
import { startOfNextDay } from '@headwater/domain/time/zone';
import type { Actor } from '@headwater/domain/roles';
import { findCompany } from '#modules/companies/public.ts';
import { findMessengerMessage } from '#modules/messaging/messages/public.ts';
import type { Registry } from '#modules/messaging/suppressions/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { dialogsLeft, errorText } from '../present.ts';
import { type AccountRow, findAccount } from '../store/accounts.ts';
import type { DialogRow } from '../store/dialogs.ts';
import { findCarrier, hasDialogBegun } from '../store/mailing-messages.ts';
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
  /** Nothing was said yet in its dialog. */
  begins: boolean;
  message: Pick<MessageRow, 'state' | 'attempts' | 'due_at'>;
  now: Date;
}

const isAhead = (moment: Date | null, now: Date): moment is Date => moment !== null && moment > now;

/** What holds back the first message of a dialog. */
async function beginning(tx: Tx, { account, begins, now }: Waiting): Promise<Reason | undefined> {
  if (!begins) return undefined;
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
  if (isAhead(message.due_at, now)) {
    return message.attempts > 0
      ? { reason: 'retry', key: 'telegram_why_retry', at: message.due_at }
      : { reason: 'scheduled', key: 'why_scheduled', at: message.due_at };
  }
  return { reason: 'queued', key: 'telegram_why_planned', at: now };
}

const isNew = ({ started_at: startedAt, synced_up_to: syncedUpTo }: DialogRow): boolean => startedAt === null && syncedUpTo === 0;

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
    ? await waiting(tx, { account, begins: isNew(dialog), message, now })
    : { reason: 'account_removed', key: 'telegram_account_removed' as const, at: null };
  return { reason, text: textOf(key, language), expected_at: at?.toISOString() ?? null };
}

const onTheWay = new Set<string>(['planned', 'claimed', 'handed_over']);

/** The same of a message of a mailing that waits; undefined for any other. */
export async function whyOfMailing(
  tx: Tx,
  messageId: number,
  { now, language, maySend }: { now: Date; language: Language; maySend: boolean },
): Promise<{ reason: string; text: string; expected_at: string | null } | undefined> {
  const message = await findMessengerMessage(tx, messageId);
  if (!message || !onTheWay.has(message.state)) return undefined;
  const account = message.telegram_account_id === null ? undefined : await findAccount(tx, message.telegram_account_id);
  if (!account) return undefined;
  const carrier = await findCarrier(tx, messageId);
  const waits = carrier ?? { state: 'planned' as const, attempts: 0, due_at: message.send_at };
  const begins = !(await hasDialogBegun(tx, messageId));
  const { reason, key, at }: Reason = maySend
    ? await waiting(tx, { account, begins, message: waits, now })
    : { reason: 'paused', key: 'why_paused' };
  return { reason, text: textOf(key, language), expected_at: at?.toISOString() ?? null };
}
