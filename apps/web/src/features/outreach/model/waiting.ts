import type { SentMessage } from '@headwater/contract/outreach';

/** Nothing has left yet. */
export const isWaiting = ({ status }: Pick<SentMessage, 'status'>): boolean => status === 'pending' || status === 'planned';

/** It was due before `now` and has not left: it waits for its turn. */
export const isQueued = (message: Pick<SentMessage, 'status' | 'send_at'>, now = new Date()): boolean =>
  isWaiting(message) && new Date(message.send_at) <= now;
