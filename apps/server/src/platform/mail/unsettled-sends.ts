import type { Clock } from '#platform/clock.ts';

/** Messages that may have left without our knowing, and when: a service needs a while until it finds what it has taken. */
export interface Unsettled {
  note(messageId: string): void;
  /** True where not finding the message proves nothing yet. */
  isFresh(messageId: string): boolean;
}

/**
 * For this process alone: what another one had in hand is asked about only when its lease is over, which lasts longer than this.
 * @param settleMs how long a service may take to show what it has taken
 */
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
