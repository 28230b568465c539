import type { TelegramKind } from '@headwater/domain/outreach/telegram';
import type { TFunction } from '#lib/translate.ts';

interface Said {
  /** What it is besides words and plain files; null where it is nothing else. */
  kind: TelegramKind | null;
  text: string;
}

/** A message by Telegram in one line: what it is, where it is no plain words, and what it says. */
export function wordsOfTelegram({ kind, text }: Said, t: TFunction<'ui'>): string {
  if (kind === null) return text;
  return text === '' ? t(`telegramKind.${kind}`) : `${t(`telegramKind.${kind}`)}: ${text}`;
}
