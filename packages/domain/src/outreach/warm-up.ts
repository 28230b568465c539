import { dayMs } from '../time/durations.ts';

const ramp = { first: 20, step: 10 } as const;

/** DEC-10 */
export function rampedLimit(
  dailyLimit: number | null,
  { connectedAt, now, ramps }: { connectedAt: Date; now: Date; ramps: boolean },
): number | null {
  if (dailyLimit === null || !ramps) return dailyLimit;
  const days = Math.max(0, Math.floor((now.getTime() - connectedAt.getTime()) / dayMs));
  return Math.min(dailyLimit, ramp.first + days * ramp.step);
}

/** DEC-10: milliseconds, 75 to 125 % of the pause. */
export const jitteredGap = (gapSeconds: number, seed: number): number =>
  Math.round(gapSeconds * 1000 * (0.75 + ((seed * 2_654_435_761) % 1000) / 2000));
