import { type Language, message as textOf } from '@headwater/contract/errors';
import type { MessageWait } from '@headwater/contract/telegram-dialogs';
import { secondMs } from '@headwater/domain/time/durations';
import type { Actor } from '@headwater/domain/roles';
import { findMessengerMessage } from '#modules/messaging/messages/public/messenger.ts';
import type { Registry } from '#modules/messaging/suppressions/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/database/database.ts';
import { accountHindrance, type Hindrance, isAhead, messageHindrance } from './hindrances.ts';
import { errorText } from '../present.ts';
import { hasNoPeer, isBeginning, shownState } from '../rules.ts';
import { findAccount } from '../store/accounts.ts';
import { type DialogRow, findDialog } from '../store/dialogs.ts';
import { hasDialogBegun } from '../store/mailing-messages.ts';
import { listWaiting, type MessageRow } from '../store/messages.ts';
import { isSuppressed, personOf } from '../dialogs/suppressed-people.ts';
import { requireMessage } from '../dialogs/require-dialog.ts';

/** TG-060: names the flood wait of the username instead of the usual pause of the account. */
const putOffOf = ({ failure, send_at: dueAt }: MessageRow, hindrance: Hindrance | undefined, now: Date): Hindrance | undefined =>
  hindrance?.key === 'telegram_why_look_up' && failure === 'flood_wait' && isAhead(dueAt, now)
    ? { reason: 'flood_wait', key: 'telegram_why_flood', at: hindrance.at ?? null }
    : hindrance;

type Waiter = Pick<MessageRow, 'state' | 'attempts' | 'send_at'>;

interface Circumstances {
  hindrance: Hindrance | undefined;
  isOnline: boolean;
  before?: Waiter | undefined;
  now: Date;
}

function reasonOf(message: Waiter, { hindrance, isOnline, before, now }: Circumstances): Hindrance {
  if (hindrance) return hindrance;
  if (!isOnline) return { reason: 'offline', key: 'telegram_why_offline' };
  if (before) return { reason: 'behind', key: 'telegram_why_behind', at: isAhead(before.send_at, now) ? before.send_at : null };
  const isLater = isAhead(message.send_at, now);
  if (isLater && message.attempts > 0) return { reason: 'retry', key: 'telegram_why_retry', at: message.send_at };
  if (message.state === 'handed_over') return { reason: 'leaving', key: 'why_leaving' };
  if (isLater) return { reason: 'scheduled', key: 'why_scheduled', at: message.send_at };
  return { reason: 'queued', key: 'telegram_why_planned', at: now };
}

const isWaiting = (message: MessageRow): boolean => ['planned', 'sending'].includes(shownState(message));

export interface WaitServices {
  registry: Registry;
  clock: Clock;
  maySend(tx: Tx): Promise<boolean>;
  language: Language;
}

/** DEC-10, TG-060: the reason and expected time of each waiting message. */
export async function waitsOf(
  tx: Tx,
  { dialog, messages }: { dialog: DialogRow; messages: readonly MessageRow[] },
  { registry, clock, maySend, language }: WaitServices,
): Promise<Map<number, MessageWait>> {
  const waiting = messages.filter(isWaiting);
  if (waiting.length === 0) return new Map();
  const now = clock.now();
  const account = await findAccount(tx, dialog.account_id);
  const gone: Hindrance = { reason: 'account_removed', key: 'telegram_account_removed' };
  const common = (await isSuppressed(tx, registry, { ...personOf(dialog), askedBy: waiting[0]?.created_by ?? null }))
    ? { reason: 'suppressed', key: 'telegram_suppressed' as const }
    : account
      ? await accountHindrance(tx, account, { now, maySend: await maySend(tx) })
      : gone;
  const known = { begins: isBeginning(dialog), isToLookUp: hasNoPeer(dialog) };
  const all = await listWaiting(tx, dialog);
  const waits = new Map<number, MessageWait>();
  for (const message of waiting) {
    const own = common ?? (account && (await messageHindrance(tx, { account, message, ...known }, now)));
    const { reason, key, at } = reasonOf(message, {
      hindrance: putOffOf(message, own, now),
      isOnline: account?.is_online ?? false,
      before: all.find(({ position }) => position < message.position),
      now,
    });
    waits.set(message.id, {
      reason,
      text: textOf(key, language),
      expected_at: at?.toISOString() ?? null,
      seconds: at ? Math.max(0, Math.ceil((at.getTime() - now.getTime()) / secondMs)) : null,
      waited: Math.max(0, Math.floor((now.getTime() - message.said_at.getTime()) / secondMs)),
    });
  }
  return waits;
}

export async function why(tx: Tx, actor: Actor, { input, ...services }: WaitServices & { input: { id: number; message_id: number } }) {
  const { language } = services;
  const { dialog, message } = await requireMessage(tx, actor, input);
  if (shownState(message) === 'failed') {
    const text = errorText(message.failure ?? 'failed', message.error_detail, language);
    return { reason: 'error', text: textOf('why_error', language, { detail: text }), expected_at: null };
  }
  const wait = (await waitsOf(tx, { dialog, messages: [message] }, services)).get(message.id);
  if (!wait) return { reason: 'sent', text: textOf('why_sent', language), expected_at: null };
  const { reason, text, expected_at: expectedAt } = wait;
  return { reason, text, expected_at: expectedAt };
}

const onTheWay = new Set<string>(['planned', 'claimed', 'handed_over']);

export async function whyOfMailing(
  tx: Tx,
  messageId: number,
  { now, language, maySend }: { now: Date; language: Language; maySend: boolean },
): Promise<{ reason: string; text: string; expected_at: string | null } | undefined> {
  const message = await findMessengerMessage(tx, messageId);
  if (!message || !onTheWay.has(message.state)) return undefined;
  const account = message.telegram_account_id === null ? undefined : await findAccount(tx, message.telegram_account_id);
  if (!account) return undefined;
  const begins = !(await hasDialogBegun(tx, messageId));
  const dialog = message.dialog_id === null ? undefined : await findDialog(tx, message.dialog_id);
  const isToLookUp = dialog ? hasNoPeer(dialog) : begins;
  const hindrance =
    (await accountHindrance(tx, account, { now, maySend })) ?? (await messageHindrance(tx, { account, message, begins, isToLookUp }, now));
  const { reason, key, at } = reasonOf(message, { hindrance, isOnline: account.is_online, now });
  return { reason, text: textOf(key, language), expected_at: at?.toISOString() ?? null };
}
