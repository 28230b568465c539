import type { TelegramKind } from '@headwater/domain/outreach/telegram';
import type { TFunction } from '#lib/translate.ts';

interface Said {
  kind: TelegramKind | null;
  text: string;
}

export function wordsOfTelegram({ kind, text }: Said, t: TFunction<'ui'>): string {
  if (kind === null) return text;
  return text === '' ? t(`telegramKind.${kind}`) : `${t(`telegramKind.${kind}`)}: ${text}`;
}
