import { readTelegram } from '../identity/telegram.ts';

/** TG-056 */
export const dialogLimit = { least: 0, most: 100, usual: 10 } as const;
/** Telegram's limits in UTF-16 units; a draft may be longer. */
export const telegramTextBounds = { message: 4096, caption: 1024, draft: 20_000 } as const;
/** TG-057 */
export const telegramFileBytes = 5 * 1024 * 1024;
/** TG-060: seconds if Telegram names no delay. */
export const usualFloodWait = 300;

export const telegramKinds = [
  'voice',
  'video_message',
  'video',
  'audio',
  'animation',
  'sticker',
  'contact',
  'location',
  'poll',
  'other',
] as const;
export type TelegramKind = (typeof telegramKinds)[number];

export const customReaction = 'custom';

/** TG-074 */
export const telegramErrors = [
  'flood_wait',
  'peer_flood',
  'phone_banned',
  'privacy_restricted',
  'payment_required',
  'phone_number_invalid',
  'phone_code_invalid',
  'unknown',
  'not_premium',
  'file_too_large',
  'illegal_file_type',
  'phone_code_expired',
  'phone_unoccupied',
  'password_needed',
  'password_invalid',
  'session_ended',
  'account_frozen',
  'username_unknown',
  'dialog_elsewhere',
  'dialog_private',
  'dialog_public',
  'profile_other_name',
  'blocked',
  'suppressed',
  'unreachable',
  'failed',
] as const;
export type TelegramErrorCode = (typeof telegramErrors)[number];

/** TG-013 */
export function telegramUsername(typed: string): string | undefined {
  const read = readTelegram(typed);
  return read && 'username' in read ? read.username : undefined;
}

export function telegramPhone(typed: string): string | undefined {
  const text = typed.normalize('NFKC').trim();
  if (!/^\+?[\d\s().\-\u2010-\u2015]+$/.test(text)) return undefined;
  const digits = text.replace(/\D/g, '');
  if (digits.length < 7 || digits.length > 15) return undefined;
  const isDomestic = !text.startsWith('+') && digits.length === 11 && digits.startsWith('8');
  return `+${isDomestic ? `7${digits.slice(1)}` : digits.replace(/^00/, '')}`;
}

/** A new account gains a fifth of its dialog limit each day. */
const warmUpDays = 5;

const dayLength = 86_400_000;

export function dialogsAllowed({ limit, addedAt, now, warmsUp }: { limit: number; addedAt: Date; now: Date; warmsUp: boolean }): number {
  if (!warmsUp) return limit;
  const days = Math.floor((now.getTime() - addedAt.getTime()) / dayLength) + 1;
  return Math.min(limit, Math.ceil((limit * Math.max(1, days)) / warmUpDays));
}

/** TG-014 */
export const attentionAfter = dayLength;

const stops = new Set([
  'stop',
  'unsubscribe',
  'opt out',
  'do not write to me',
  'dont write to me',
  'do not contact me',
  'dont contact me',
  'стоп',
  'отписаться',
  'отпишите',
  'отпишите меня',
  'не пишите',
  'не пишите мне',
  'не пишите мне больше',
  'не пишите больше',
  'больше не пишите',
  'больше не пишите мне',
]);

/** Inside a longer text a person has to read the request. */
export const asksToStop = (text: string): boolean =>
  text.length <= 60 &&
  stops.has(
    text
      .toLowerCase()
      .replaceAll(/[\u2018\u2019']/g, '')
      .replaceAll(/[^\p{L}]+/gu, ' ')
      .trim(),
  );
