import type { TelegramAnswered } from '@headwater/contract/telegram-dialogs';
import type { TFunction } from '#lib/translate.ts';

/** A message in one line: what it is, where it is no plain words, and what it says. */
export function wordsOf(
  { kind, message, attachments }: Pick<TelegramAnswered, 'kind' | 'message' | 'attachments'>,
  t: TFunction<'telegram'>,
): string {
  if (kind !== null) return message === '' ? t(`kind.${kind}`) : `${t(`kind.${kind}`)}: ${message}`;
  return message || attachments.map(({ name }) => name).join(', ') || t('otherKind');
}
