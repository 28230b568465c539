import type { TelegramKind } from '@headwater/domain/outreach/telegram';
import type { TFunction } from '#lib/translate.ts';

interface Said {
  /** Kind of a message that is more than text and plain files, else null. */
  kind: TelegramKind | null;
  text: string;
}

/** One line for a Telegram message: its kind, if not plain text, and its text. */
export function wordsOfTelegram({ kind, text }: Said, t: TFunction<'ui'>): string {
  if (kind === null) return text;
  return text === '' ? t(`telegramKind.${kind}`) : `${t(`telegramKind.${kind}`)}: ${text}`;
}
