import type { Language, MessageKey } from '@headwater/contract/errors';
import { message as textOf } from '@headwater/contract/errors';
import type { MessageWait } from '@headwater/contract/telegram-dialogs';
import { secondMs } from '@headwater/domain/time/durations';
import { startOfNextDay } from '@headwater/domain/time/zone';
import type { Actor } from '@headwater/domain/roles';
import { findCompany, isLicensed } from '#modules/companies/public.ts';
import { findMessengerMessage } from '#modules/messaging/messages/public.ts';
import type { Registry } from '#modules/messaging/suppressions/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/database/database.ts';
import { dialogsLeft, errorText } from '../present.ts';
import { hasNoPeer, keepsPace } from '../rules.ts';
import { type AccountRow, findAccount } from '../store/accounts.ts';
import { type DialogRow, findDialog } from '../store/dialogs.ts';
import { findCarrier, hasDialogBegun } from '../store/mailing-messages.ts';
import { listWaiting, type MessageRow } from '../store/messages.ts';
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
  /** The name of its dialog is to be looked up before. */
  isToLookUp: boolean;
  now: Date;
  /** False while nothing leaves the installation. */
  maySend: boolean;
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

/** What holds back every message of a dialog. */
async function hindranceOf(tx: Tx, known: Waiting): Promise<Reason | undefined> {
  const { account, now, maySend } = known;
  if (account.state === 'removed') return { reason: 'account_removed', key: 'telegram_account_removed' };
  if (account.state === 'banned') return { reason: 'banned', key: 'telegram_why_banned' };
  if (!maySend) return { reason: 'paused', key: 'why_paused' };
  if (!(await isLicensed(tx, account.company_id, { now: () => now }))) return { reason: 'unlicensed', key: 'telegram_why_unlicensed' };
  if (account.state === 'signed_out') return { reason: 'signed_out', key: 'telegram_why_signed_out' };
  if (account.frozen_since !== null) return { reason: 'frozen', key: 'telegram_why_frozen' };
  if (isAhead(account.flood_wait_until, now)) return { reason: 'flood_wait', key: 'telegram_why_flood', at: account.flood_wait_until };
  const hindered = await beginning(tx, known);
  if (hindered || !known.isToLookUp || !isAhead(account.next_lookup_at, now)) return hindered;
  return { reason: 'gap', key: 'telegram_why_look_up', at: account.next_lookup_at };
}

/** What holds back a message besides: those of mailings, and what by hand has waited for long, do not leave one right after another. */
function paceOf(
  { next_mailing_at: at }: AccountRow,
  message: Pick<MessageRow, 'state' | 'mailing_message_id' | 'due_at'>,
  now: Date,
): Reason | undefined {
  if (message.state !== 'planned' || !keepsPace(message, now) || !isAhead(at, now)) return undefined;
  return { reason: 'gap', key: message.mailing_message_id === null ? 'telegram_why_overdue_gap' : 'telegram_why_mailing_gap', at };
}

/** TG-060: where Telegram has put off the look-up of this name, it says so, and not that the SIM card pauses. */
const putOffOf = ({ error, due_at: dueAt }: MessageRow, hindrance: Reason | undefined, now: Date): Reason | undefined =>
  hindrance?.key === 'telegram_why_look_up' && error === 'flood_wait' && isAhead(dueAt, now)
    ? { reason: 'flood_wait', key: 'telegram_why_flood', at: hindrance.at ?? null }
    : hindrance;

type Waiter = Pick<MessageRow, 'state' | 'attempts' | 'due_at'>;

interface Circumstances {
  hindrance: Reason | undefined;
  isOnline: boolean;
  /** What waits before it in its dialog. */
  before?: Waiter | undefined;
  now: Date;
}

/** The one reason that counts, of all that may hold a message back. */
function reasonOf(message: Waiter, { hindrance, isOnline, before, now }: Circumstances): Reason {
  if (hindrance) return hindrance;
  if (!isOnline) return { reason: 'offline', key: 'telegram_why_offline' };
  if (before) return { reason: 'behind', key: 'telegram_why_behind', at: isAhead(before.due_at, now) ? before.due_at : null };
  const isLater = isAhead(message.due_at, now);
  if (isLater && message.attempts > 0) return { reason: 'retry', key: 'telegram_why_retry', at: message.due_at };
  if (message.state === 'sending') return { reason: 'leaving', key: 'why_leaving' };
  if (isLater) return { reason: 'scheduled', key: 'why_scheduled', at: message.due_at };
  return { reason: 'queued', key: 'telegram_why_planned', at: now };
}

const isNew = ({ started_at: startedAt, synced_up_to: syncedUpTo }: DialogRow): boolean => startedAt === null && syncedUpTo === 0;
const isWaiting = ({ state }: Pick<MessageRow, 'state'>): boolean => state === 'planned' || state === 'sending';

export interface WaitServices {
  registry: Registry;
  clock: Clock;
  /** Whether anything may leave the installation. */
  maySend(tx: Tx): Promise<boolean>;
  language: Language;
}

/** DEC-10, TG-060: what each of the waiting messages of a dialog waits for; for those that wait. */
export async function waitsOf(
  tx: Tx,
  { dialog, messages }: { dialog: DialogRow; messages: readonly MessageRow[] },
  { registry, clock, maySend, language }: WaitServices,
): Promise<Map<number, MessageWait>> {
  const waiting = messages.filter(isWaiting);
  if (waiting.length === 0) return new Map();
  const now = clock.now();
  const account = await findAccount(tx, dialog.account_id);
  const gone: Reason = { reason: 'account_removed', key: 'telegram_account_removed' };
  const known = account && { account, begins: isNew(dialog), isToLookUp: hasNoPeer(dialog), now, maySend: await maySend(tx) };
  const hindrance = (await isSuppressed(tx, registry, personOf(dialog)))
    ? { reason: 'suppressed', key: 'telegram_suppressed' as const }
    : known
      ? await hindranceOf(tx, known)
      : gone;
  const all = await listWaiting(tx, dialog);
  return new Map(
    waiting.map((message) => {
      const before = all.find(({ id }) => id < message.id);
      const pace = account && paceOf(account, message, now);
      const { reason, key, at } = reasonOf(message, {
        hindrance: putOffOf(message, hindrance, now) ?? pace,
        isOnline: account?.is_online ?? false,
        before,
        now,
      });
      return [
        message.id,
        {
          reason,
          text: textOf(key, language),
          expected_at: at?.toISOString() ?? null,
          seconds: at ? Math.max(0, Math.ceil((at.getTime() - now.getTime()) / secondMs)) : null,
          waited: Math.max(0, Math.floor((now.getTime() - message.sent_at.getTime()) / secondMs)),
        },
      ];
    }),
  );
}

/** DEC-10. */
export async function why(tx: Tx, actor: Actor, { input, ...services }: WaitServices & { input: { id: number; message_id: number } }) {
  const { language } = services;
  const { dialog, message } = await requireMessage(tx, actor, input);
  if (message.state === 'failed') {
    const text = errorText(message.error ?? 'failed', message.error_detail, language);
    return { reason: 'error', text: textOf('why_error', language, { detail: text }), expected_at: null };
  }
  const wait = (await waitsOf(tx, { dialog, messages: [message] }, services)).get(message.id);
  if (!wait) return { reason: 'sent', text: textOf('why_sent', language), expected_at: null };
  const { reason, text, expected_at: expectedAt } = wait;
  return { reason, text, expected_at: expectedAt };
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
  const waits = carrier ?? { state: 'planned' as const, attempts: 0, due_at: message.send_at, mailing_message_id: messageId };
  const begins = !(await hasDialogBegun(tx, messageId));
  const dialog = carrier && (await findDialog(tx, carrier.dialog_id));
  const isToLookUp = dialog ? hasNoPeer(dialog) : begins;
  const hindrance = (await hindranceOf(tx, { account, begins, isToLookUp, now, maySend })) ?? paceOf(account, waits, now);
  const { reason, key, at } = reasonOf(waits, { hindrance, isOnline: account.is_online, now });
  return { reason, text: textOf(key, language), expected_at: at?.toISOString() ?? null };
}
