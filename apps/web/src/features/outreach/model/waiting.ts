import type { SentMessage } from '@headwater/contract/outreach';

export const isWaiting = ({ status }: Pick<SentMessage, 'status'>): boolean => status === 'pending' || status === 'planned';

export const isQueued = (message: Pick<SentMessage, 'status' | 'send_at'>, now = new Date()): boolean =>
  isWaiting(message) && new Date(message.send_at) <= now;
