import type { TelegramAnswered } from '@headwater/contract/telegram-dialogs';
import type { TFunction } from '#lib/translate.ts';
import { wordsOfTelegram } from '#ui/words-of-telegram.ts';

interface Texts {
  t: TFunction<'telegram'>;
  ui: TFunction<'ui'>;
}

export function wordsOf(
  { kind, message: text, attachments }: Pick<TelegramAnswered, 'kind' | 'message' | 'attachments'>,
  { t, ui }: Texts,
): string {
  return wordsOfTelegram({ kind, text }, ui) || attachments.map(({ name }) => name).join(', ') || t('otherKind');
}
