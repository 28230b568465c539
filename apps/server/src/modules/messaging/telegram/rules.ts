import type { Actor } from '@headwater/domain/roles';
import type { MessageKey } from '@headwater/contract/errors';
import type { TelegramMessage } from '@headwater/contract/telegram-dialogs';
import { asksToStop, type TelegramErrorCode, type TelegramKind, usualFloodWait } from '@headwater/domain/outreach/telegram';
import { minuteMs } from '@headwater/domain/time/durations';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import type { Messenger, MessengerFailure } from './messenger-port.ts';
import { type AccountRow, isManager } from './store/accounts.ts';
import type { DialogRow } from './store/dialogs.ts';
import type { MessageRow } from './store/messages.ts';

export const keyOf = (code: TelegramErrorCode): MessageKey => `telegram_${code}`;

/** Maps a failure of Telegram to an API error (TG-060 to TG-074). */
export function errorOf({ code, detail, seconds, hint }: MessengerFailure): AppError {
  if (code === 'flood_wait') return new AppError('telegram_flood_wait', { seconds: seconds ?? usualFloodWait });
  if (code === 'unknown' && detail.trim()) return new AppError('telegram_unknown_said', { message: detail });
  return new AppError(keyOf(code), hint === undefined ? {} : { hint });
}

const endings: Readonly<Record<string, MessageKey>> = {
  AUTH_KEY_DUPLICATED: 'telegram_session_duplicated',
  USER_DEACTIVATED: 'telegram_user_deactivated',
};

export function closedKey(account: Pick<AccountRow, 'state' | 'failure'> | undefined): MessageKey | undefined {
  if (account?.state === 'connected') return undefined;
  if (account?.state === 'banned') return 'telegram_phone_banned';
  if (account?.state === 'signed_out') return endings[account.failure ?? ''] ?? 'telegram_session_ended';
  return 'telegram_account_removed';
}

/** Messages of mailings are retried in the mailing, which knows whether they may have left. */
export const mayRetry = (message: MessageRow): boolean => message.state === 'error' && !isOfMailing(message);

/** The state that a dialog shows. A message that its mailing sends again counts as failed here. */
export function shownState({ state, recipient_id: recipientId }: Pick<MessageRow, 'state' | 'recipient_id'>): TelegramMessage['state'] {
  if (state === 'error' || state === 'unknown' || (state === 'planned' && recipientId !== null)) return 'failed';
  if (state === 'handed_over') return 'sending';
  return state === 'claimed' ? 'planned' : state;
}

/** Users stop and decide messages of mailings in the mailing. */
export const isOfMailing = ({ is_mass: isMass, recipient_id: recipientId }: MessageRow): boolean => isMass || recipientId !== null;

export const hasNoPeer = ({ peer_id: id, peer_access: access }: Pick<DialogRow, 'peer_id' | 'peer_access'>): boolean =>
  id === null || access === null;

export const isBeginning = ({ started_at: startedAt, synced_up_to: syncedUpTo }: Pick<DialogRow, 'started_at' | 'synced_up_to'>): boolean =>
  startedAt === null && syncedUpTo === 0;

/** A manual message is sent without a pause until it is this late. */
const overdueAfter = minuteMs;

/**
 * Whether a message keeps the pause after the previous one: messages of mailings and overdue manual
 * ones.
 */
export const keepsPace = (
  { recipient_id: recipientId, send_at: sendAt }: Pick<MessageRow, 'recipient_id' | 'send_at'>,
  now: Date,
): boolean => recipientId !== null || now.getTime() - sendAt.getTime() > overdueAfter;

/** Longer than any regular pause. */
const longWait = minuteMs;

export const looksUpFrom = ({ next_lookup_at: at }: Pick<AccountRow, 'next_lookup_at'>, now: Date): Date | null =>
  at !== null && at.getTime() - now.getTime() > longWait ? at : null;

export const byRoom =
  (now: Date, leftOf: (account: AccountRow) => number) =>
  (one: AccountRow, other: AccountRow): number => {
    const isReady = (account: AccountRow) => Number(leftOf(account) > 0 && looksUpFrom(account, now) === null);
    return isReady(other) - isReady(one) || leftOf(other) - leftOf(one);
  };

export const mayDiscard = (message: MessageRow): boolean =>
  (message.state === 'planned' || message.state === 'error') && !isOfMailing(message);

export function requireConfigured(messenger: Messenger): void {
  if (!messenger.isConfigured) throw new AppError('telegram_not_configured');
}

export const mayManage = async (tx: Tx, actor: Actor): Promise<boolean> => actor.role === 'admin' || (await isManager(tx, actor.userId));

export async function requireManager(tx: Tx, actor: Actor): Promise<void> {
  if (!(await mayManage(tx, actor))) throw new AppError('telegram_manage');
}

/** Tolerated difference between our clock and Telegram's. */
export const clockSkew = 5 * minuteMs;

/** Content of these kinds is forwarded and not the person's own words. */
const passedOn: ReadonlySet<TelegramKind | null> = new Set<TelegramKind>(['contact', 'location', 'poll', 'sticker']);

/** Whether the person asks in their own words for no more messages. */
export const isStop = ({ text, kind }: { text: string; kind: TelegramKind | null }): boolean => !passedOn.has(kind) && asksToStop(text);
