import { dayMs } from '../time/durations.ts';
import { offsetMinutes } from '../time/zone.ts';

export const intervals = ['day', 'week', 'month'] as const;
export type Interval = (typeof intervals)[number];
export const comparisons = ['previous', 'year', 'none'] as const;
export type Comparison = (typeof comparisons)[number];

/** STB-010: five years. */
export const mostDays = 1830;
export const mostIntervals = 400;

/** First and last day, both included. */
export interface Days {
  from: string;
  to: string;
}

/** Half-open: `from` belongs to it, `to` does not. */
export interface Instants {
  from: Date;
  to: Date;
}

const utc = (day: string) => Date.parse(`${day}T00:00:00Z`);
export const addDays = (day: string, days: number): string => new Date(utc(day) + days * dayMs).toISOString().slice(0, 10);
export const daysIn = ({ from, to }: Days): number => Math.round((utc(to) - utc(from)) / dayMs) + 1;

/** First instant of a day in a zone. Where midnight is skipped, the day begins later. */
export function dayStart(day: string, zone: string): Date {
  const midnight = utc(day);
  // Before and after a change of the clock, midnight has at most two candidates.
  const candidates = [-1, 1].map((side) => midnight - offsetMinutes(new Date(midnight + side * dayMs), zone) * 60_000);
  const exact = candidates.filter((at) => at + offsetMinutes(new Date(at), zone) * 60_000 === midnight);
  if (exact.length > 0) return new Date(Math.min(...exact));
  return new Date(firstAfter(midnight, zone, candidates));
}

/** The clock skips midnight: finds the change between the candidates by halving. */
function firstAfter(midnight: number, zone: string, candidates: readonly number[]): number {
  let [low, high] = [Math.min(...candidates) - 60_000, Math.max(...candidates) + 60_000];
  while (high - low > 60_000) {
    const middle = Math.floor((low + high) / 2 / 60_000) * 60_000;
    if (middle + offsetMinutes(new Date(middle), zone) * 60_000 < midnight) low = middle;
    else high = middle;
  }
  return high;
}

export const instantsOf = ({ from, to }: Days, zone: string): Instants => ({
  from: dayStart(from, zone),
  to: dayStart(addDays(to, 1), zone),
});

export const usualInterval = (days: Days): Interval => (daysIn(days) <= 45 ? 'day' : daysIn(days) <= 400 ? 'week' : 'month');

/** Monday of the week, or first day of the month. */
function intervalStart(day: string, interval: Interval): string {
  if (interval === 'month') return `${day.slice(0, 7)}-01`;
  if (interval === 'week') return addDays(day, -((new Date(utc(day)).getUTCDay() + 6) % 7));
  return day;
}

function nextStart(day: string, interval: Interval): string {
  if (interval === 'day') return addDays(day, 1);
  return intervalStart(addDays(intervalStart(day, interval), interval === 'week' ? 7 : 32), interval);
}

/** Parts of the period; the first and the last may be shorter. */
export function splitDays({ from, to }: Days, interval: Interval): Days[] {
  const parts: Days[] = [];
  for (let day = from; day <= to; day = nextStart(day, interval)) {
    const last = addDays(nextStart(day, interval), -1);
    parts.push({ from: day, to: last < to ? last : to });
  }
  return parts;
}

function yearBefore(day: string): string {
  const [year, rest] = [Number(day.slice(0, 4)) - 1, day.slice(4)];
  return `${year}${rest === '-02-29' ? '-02-28' : rest}`;
}

/** STB-002 */
export function comparedDays(days: Days, comparison: Comparison): Days | undefined {
  if (comparison === 'none') return undefined;
  if (comparison === 'year') return { from: yearBefore(days.from), to: yearBefore(days.to) };
  return { from: addDays(days.from, -daysIn(days)), to: addDays(days.from, -1) };
}

/** Names only: PostgreSQL reads the sign of an offset the other way. */
export function isZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
