import type { Instants } from '@headwater/domain/statistics/periods';
import { dayMs } from '@headwater/domain/time/durations';

/** Lengths of sums in days, longest first, and their common beginning (migration 0036). */
const lengths = [64, 8, 1];
const beginning = Date.UTC(2000, 0, 1);

export interface Piece extends Instants {
  /** Sums of so many days cover the piece. 0: less than a day, which no sum covers. */
  days: number;
}

/** Cuts a period into the longest sums that lie within it, and the rest at both ends. */
export function cutPeriod({ from, to }: Instants, [days, ...shorter]: readonly number[] = lengths): Piece[] {
  if (from >= to) return [];
  if (days === undefined) return [{ from, to, days: 0 }];
  const length = days * dayMs;
  const first = new Date(beginning + Math.ceil((from.getTime() - beginning) / length) * length);
  const last = new Date(beginning + Math.floor((to.getTime() - beginning) / length) * length);
  if (first >= last) return cutPeriod({ from, to }, shorter);
  return [...cutPeriod({ from, to: first }, shorter), { from: first, to: last, days }, ...cutPeriod({ from: last, to }, shorter)];
}
