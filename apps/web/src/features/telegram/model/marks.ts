import type { TelegramMessage } from '@headwater/contract/telegram-dialogs';

export type DeliveryMark = 'waiting' | 'sent' | 'read' | 'failed';

export function markOf({ state, is_read: isRead }: Pick<TelegramMessage, 'state' | 'is_read'>): DeliveryMark {
  if (state === 'failed') return 'failed';
  if (state === 'planned' || state === 'sending') return 'waiting';
  return isRead ? 'read' : 'sent';
}
