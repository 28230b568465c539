import { tl } from '@mtcute/core';
import { type TelegramErrorCode, usualFloodWait } from '@headwater/domain/outreach/telegram';
import type { MessengerFailure } from '#modules/messaging/telegram/messenger-port.ts';

/** Errors of Telegram: https://core.telegram.org/api/errors and the pages of the methods. */
const codes: Readonly<Record<string, TelegramErrorCode>> = {
  PEER_FLOOD: 'peer_flood',
  PHONE_NUMBER_BANNED: 'phone_banned',
  USER_DEACTIVATED_BAN: 'phone_banned',
  USER_PRIVACY_RESTRICTED: 'privacy_restricted',
  USER_NOT_MUTUAL_CONTACT: 'privacy_restricted',
  CHAT_WRITE_FORBIDDEN: 'privacy_restricted',
  PREMIUM_ACCOUNT_REQUIRED: 'not_premium',
  // The person accepts messages of unknown senders from Premium accounts only.
  PRIVACY_PREMIUM_REQUIRED: 'not_premium',
  PHONE_NUMBER_INVALID: 'phone_number_invalid',
  PHONE_NUMBER_UNOCCUPIED: 'phone_unoccupied',
  PHONE_CODE_INVALID: 'phone_code_invalid',
  PHONE_CODE_EMPTY: 'phone_code_invalid',
  PHONE_CODE_EXPIRED: 'phone_code_expired',
  PHONE_CODE_HASH_EMPTY: 'phone_code_expired',
  SESSION_PASSWORD_NEEDED: 'password_needed',
  PASSWORD_HASH_INVALID: 'password_invalid',
  SRP_ID_INVALID: 'password_invalid',
  AUTH_KEY_UNREGISTERED: 'session_ended',
  AUTH_KEY_INVALID: 'session_ended',
  AUTH_KEY_DUPLICATED: 'session_ended',
  AUTH_KEY_PERM_EMPTY: 'session_ended',
  SESSION_REVOKED: 'session_ended',
  SESSION_EXPIRED: 'session_ended',
  USER_DEACTIVATED: 'session_ended',
  USERNAME_NOT_OCCUPIED: 'username_unknown',
  USERNAME_INVALID: 'username_unknown',
  USER_IS_BLOCKED: 'blocked',
  YOU_BLOCKED_USER: 'blocked',
  INPUT_USER_DEACTIVATED: 'blocked',
  PHONE_NUMBER_FLOOD: 'flood_wait',
  PHONE_PASSWORD_FLOOD: 'flood_wait',
  FILE_PART_TOO_BIG: 'file_too_large',
};

/** The name contains the seconds: FLOOD_WAIT_%d, FLOOD_PREMIUM_WAIT_%d, SLOWMODE_WAIT_%d. */
const waits = /^(?:FLOOD|FLOOD_PREMIUM|SLOWMODE|FLOOD_TEST_PHONE|2FA_CONFIRM|TAKEOUT_INIT_DELAY)_?(?:WAIT)?_(%d|\d+)$/;

/** Prefixes: a price in Stars or the refused action follows. */
const prefixes: readonly (readonly [prefix: string, code: TelegramErrorCode])[] = [
  ['ALLOW_PAYMENT_REQUIRED', 'payment_required'],
  ['FROZEN_', 'account_frozen'],
];

const codeOf = (text: string): TelegramErrorCode | undefined => codes[text] ?? prefixes.find(([prefix]) => text.startsWith(prefix))?.[1];

export function failureOf(error: unknown): MessengerFailure {
  if (!tl.RpcError.is(error)) {
    return { code: 'unreachable', detail: error instanceof Error ? error.message : String(error) };
  }
  const { text, code } = error as tl.RpcError;
  const wait = waits.exec(text);
  if (wait) {
    const waitSeconds = Number((error as { seconds?: unknown }).seconds ?? wait[1]);
    return { code: 'flood_wait', detail: text, seconds: Number.isFinite(waitSeconds) && waitSeconds > 0 ? waitSeconds : usualFloodWait };
  }
  const known = codeOf(text);
  if (known === 'flood_wait') return { code: known, detail: text, seconds: usualFloodWait };
  if (known) return { code: known, detail: text };
  if (code >= 500 || code < 0) return { code: 'unreachable', detail: text };
  return { code: code === 401 ? 'session_ended' : 'unknown', detail: text };
}

/** Excludes expired file references: each attempt reads new ones. */
const noFile: ReadonlySet<string> = new Set([
  'FILE_ID_INVALID',
  'LOCATION_INVALID',
  'LOCATION_NOT_AVAILABLE',
  'MESSAGE_ID_INVALID',
  'MSG_ID_INVALID',
]);
export const saysNoFile = (error: unknown): boolean => tl.RpcError.is(error) && noFile.has((error as tl.RpcError).text);

/** The answered message is deleted: nothing was sent. */
const noAnswered: ReadonlySet<string> = new Set(['REPLY_MESSAGE_ID_INVALID', 'REPLY_TO_INVALID', 'MSG_ID_INVALID', 'MESSAGE_ID_INVALID']);
export const saysNoAnswered = (error: unknown): boolean => tl.RpcError.is(error) && noAnswered.has((error as tl.RpcError).text);

export const isDuplicate = (error: unknown): boolean => tl.RpcError.is(error, 'RANDOM_ID_DUPLICATE');
export const isAnswer = (error: unknown): boolean => tl.RpcError.is(error) && error.code > 0 && error.code < 500;
