import type { Clock } from '#platform/clock.ts';

/** Messages with an unknown send result: services show a sent message after a delay. */
export interface Unsettled {
  add(messageId: string): void;
  isFresh(messageId: string): boolean;
}

/** For this process only. @param settleMs delay until a service shows a sent message */
export function createUnsettled(clock: Clock, settleMs: number): Unsettled {
  const sentAt = new Map<string, number>();
  return {
    add: (messageId) => void sentAt.set(messageId, clock.now().getTime()),
    isFresh(messageId) {
      const at = sentAt.get(messageId);
      if (at === undefined) return false;
      const fresh = clock.now().getTime() - at < settleMs;
      if (!fresh) sentAt.delete(messageId);
      return fresh;
    },
  };
}
