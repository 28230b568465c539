import type { Clock } from '#platform/clock.ts';

/** Messages with an unknown send result: services show a sent message after a delay. */
export interface Unsettled {
  note(messageId: string): void;
  isFresh(messageId: string): boolean;
}

/** For this process only. @param settleMs delay until a service shows a sent message */
export function createUnsettled(clock: Clock, settleMs: number): Unsettled {
  const noted = new Map<string, number>();
  return {
    note: (messageId) => void noted.set(messageId, clock.now().getTime()),
    isFresh(messageId) {
      const at = noted.get(messageId);
      if (at === undefined) return false;
      const fresh = clock.now().getTime() - at < settleMs;
      if (!fresh) noted.delete(messageId);
      return fresh;
    },
  };
}
