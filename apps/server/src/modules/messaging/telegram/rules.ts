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

/** What Telegram said, as an answer (TG-060 to TG-074). */
export function errorOf({ code, detail, seconds, hint }: MessengerFailure): AppError {
  if (code === 'flood_wait') return new AppError('telegram_flood_wait', { seconds: seconds ?? usualFloodWait });
  if (code === 'unknown' && detail.trim()) return new AppError('telegram_unknown_said', { message: detail });
  return new AppError(keyOf(code), hint === undefined ? {} : { hint });
}

/** What ended a session, where there is more to say of it. */
const endings: Readonly<Record<string, MessageKey>> = {
  AUTH_KEY_DUPLICATED: 'telegram_session_duplicated',
  USER_DEACTIVATED: 'telegram_user_deactivated',
};

/** Why nothing leaves from an account; undefined where it is connected. */
export function closedKey(account: Pick<AccountRow, 'state' | 'failure'> | undefined): MessageKey | undefined {
  if (account?.state === 'connected') return undefined;
  if (account?.state === 'banned') return 'telegram_phone_banned';
  if (account?.state === 'signed_out') return endings[account.failure ?? ''] ?? 'telegram_session_ended';
  return 'telegram_account_removed';
}

/** What a mailing said is sent again there: only there it is known that it may have left, and by which way it leaves since. */
export const mayRetry = (message: MessageRow): boolean => message.state === 'error' && !isOfMailing(message);

/** The state that a dialog shows. A message of a mailing that a person wants sent again waits in its mailing, and has failed here. */
export function shownState({ state, recipient_id: recipientId }: Pick<MessageRow, 'state' | 'recipient_id'>): TelegramMessage['state'] {
  if (state === 'error' || state === 'unknown' || (state === 'planned' && recipientId !== null)) return 'failed';
  if (state === 'handed_over') return 'sending';
  return state === 'claimed' ? 'planned' : state;
}

/** What a mailing said is that one's: there it is stopped, or decided. */
export const isOfMailing = ({ is_mass: isMass, recipient_id: recipientId }: MessageRow): boolean => isMass || recipientId !== null;

/** Nobody can be written to there before the name was looked up. */
export const hasNoPeer = ({ peer_id: id, peer_access: access }: Pick<DialogRow, 'peer_id' | 'peer_access'>): boolean =>
  id === null || access === null;

/** No message was sent or received in the dialog yet. */
export const isBeginning = ({ started_at: startedAt, synced_up_to: syncedUpTo }: Pick<DialogRow, 'started_at' | 'synced_up_to'>): boolean =>
  startedAt === null && syncedUpTo === 0;

/** What people write by hand is their own pace, unless it has waited for so long that others wait with it. */
const overdueAfter = minuteMs;

/** Whether a message leaves no sooner than a pause after the one before, in whatever dialog: those of mailings, and what by hand is overdue. */
export const keepsPace = (
  { recipient_id: recipientId, send_at: sendAt }: Pick<MessageRow, 'recipient_id' | 'send_at'>,
  now: Date,
): boolean => recipientId !== null || now.getTime() - sendAt.getTime() > overdueAfter;

/** Longer than any usual pause. */
const longWait = minuteMs;

/** Until when the account may look up no names, where that is no usual pause; null where it may soon. */
export const looksUpFrom = ({ next_lookup_at: at }: Pick<AccountRow, 'next_lookup_at'>, now: Date): Date | null =>
  at !== null && at.getTime() - now.getTime() > longWait ? at : null;

/** The best for a new dialog is first: one that has any left today and may look up names soon, then the one that has the most left. */
export const byRoom =
  (now: Date, leftOf: (account: AccountRow) => number) =>
  (one: AccountRow, other: AccountRow): number => {
    const isReady = (account: AccountRow) => Number(leftOf(account) > 0 && looksUpFrom(account, now) === null);
    return isReady(other) - isReady(one) || leftOf(other) - leftOf(one);
  };

/** What has not left is taken away. */
export const mayDiscard = (message: MessageRow): boolean =>
  (message.state === 'planned' || message.state === 'error') && !isOfMailing(message);

export function requireConfigured(messenger: Messenger): void {
  if (!messenger.isConfigured) throw new AppError('telegram_not_configured');
}

/** TG-023. */
export const mayManage = async (tx: Tx, actor: Actor): Promise<boolean> => actor.role === 'admin' || (await isManager(tx, actor.userId));

export async function requireManager(tx: Tx, actor: Actor): Promise<void> {
  if (!(await mayManage(tx, actor))) throw new AppError('telegram_manage');
}

/** By how much the clocks here and at Telegram may differ. */
export const clockSkew = 5 * minuteMs;

/** What they say is whatever was passed on by these, and nobody's own words. */
const passedOn: ReadonlySet<TelegramKind | null> = new Set<TelegramKind>(['contact', 'location', 'poll', 'sticker']);

/** Whether somebody says in words of their own that they do not want to be written to. */
export const isStop = ({ text, kind }: { text: string; kind: TelegramKind | null }): boolean => !passedOn.has(kind) && asksToStop(text);
