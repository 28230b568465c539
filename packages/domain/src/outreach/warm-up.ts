import { dayMs } from '../time/durations.ts';

/** Messages a day that a mailbox may begin with, and by how many that grows each day. */
const ramp = { first: 20, step: 10 } as const;

/** DEC-10: a new mailbox begins with few messages a day until it has grown to its limit; null where there is none. */
export function rampedLimit(
  dailyLimit: number | null,
  { connectedAt, now, ramps }: { connectedAt: Date; now: Date; ramps: boolean },
): number | null {
  if (dailyLimit === null || !ramps) return dailyLimit;
  const days = Math.max(0, Math.floor((now.getTime() - connectedAt.getTime()) / dayMs));
  return Math.min(dailyLimit, ramp.first + days * ramp.step);
}

/** DEC-10: milliseconds between two messages of a mailbox: three quarters to five quarters of its pause, by a number that differs from message to message. */
export const jitteredGap = (gapSeconds: number, seed: number): number =>
  Math.round(gapSeconds * 1000 * (0.75 + ((seed * 2_654_435_761) % 1000) / 2000));
