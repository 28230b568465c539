import { offsetMinutes, wallClock } from './zone.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** A window that a zone's clock jumps over comes again the next day; weekends take two more. */
const daysToLook = 14;

/** Hours of a day within which messages go out. Times are 'HH:MM:SS' on the wall clock of the zone; `to` itself is outside. */
export interface SendWindow {
  from: string;
  to: string;
  /** IANA name, for example 'Europe/Berlin' (DEC-03). */
  zone: string;
  /** Monday to Friday alone (SEQ-017). */
  businessDays?: boolean;
}

/** SEND-017, SEND-018: the offsets, in whole hours from UTC, that a schedule may name. */
export const utcOffsets: readonly string[] = [
  ...Array.from({ length: 11 }, (_, index) => `-${String(11 - index).padStart(2, '0')}`),
  ...Array.from({ length: 15 }, (_, index) => `+${String(index).padStart(2, '0')}`),
];

const dateOf = (moment: Date, zone: string) => wallClock(moment, zone).slice(0, 10);
const timeOf = (moment: Date, zone: string) => wallClock(moment, zone).slice(11);
const plusDays = (date: string, days: number) => new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
const isBusinessDay = (date: string) => ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());

/** The moment of the clock change between two moments with different offsets, to the second. */
function changeBetween(before: number, after: number, zone: string): number {
  let low = before;
  let high = after;
  const old = offsetMinutes(new Date(low), zone);
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (offsetMinutes(new Date(middle), zone) === old) low = middle;
    else high = middle;
  }
  return high;
}

/** All moments at which the wall clock shows this date and time: one, two when a clock goes back, or the change itself when it jumps over it. */
function momentsOf(date: string, time: string, zone: string): Date[] {
  const wall = Date.parse(`${date}T${time}Z`);
  const offsets = new Set([wall - dayMs, wall + dayMs].map((moment) => offsetMinutes(new Date(moment), zone)));
  const moments = [...offsets].map((offset) => wall - offset * minuteMs).filter((moment) => wallOf(moment, zone) === wall);
  if (moments.length > 0) return moments.toSorted((left, right) => left - right).map((moment) => new Date(moment));
  return [new Date(changeBetween(wall - dayMs, wall + dayMs, zone))];
}

const wallOf = (moment: number, zone: string) => Date.parse(`${wallClock(new Date(moment), zone).replace(' ', 'T')}Z`);

/** The first moment at which the zone's clock shows this date and time, or has just jumped over it. */
export const momentAt = (date: string, time: string, zone: string): Date => momentsOf(date, time, zone)[0] as Date;

/** Whether a message may leave now. */
export function isInside(moment: Date, { from, to, zone, businessDays }: SendWindow): boolean {
  const time = timeOf(moment, zone);
  return time >= from && time < to && (!businessDays || isBusinessDay(dateOf(moment, zone)));
}

/** The first moment not before `after` that is inside the window; `from` must be before `to`. */
export function nextInside(after: Date, window: SendWindow): Date {
  if (isInside(after, window)) return after;
  const { from, zone } = window;
  const today = dateOf(after, zone);
  for (let day = 0; day <= daysToLook; day += 1) {
    const opening = momentsOf(plusDays(today, day), from, zone)
      .concat(reopenings(plusDays(today, day), zone))
      .filter((moment) => moment >= after && isInside(moment, window))
      .toSorted((left, right) => left.getTime() - right.getTime())[0];
    if (opening) return opening;
  }
  throw new Error(`the window ${window.from}-${window.to} never opens in ${zone}`);
}

/** A clock that goes back can bring a day's window again in its middle: the moment of a change on this day. */
function reopenings(date: string, zone: string): Date[] {
  const start = Date.parse(`${date}T00:00:00Z`) - offsetMinutes(new Date(`${date}T00:00:00Z`), zone) * minuteMs;
  const [before, after] = [start - dayMs / 2, start + 1.5 * dayMs];
  if (offsetMinutes(new Date(before), zone) === offsetMinutes(new Date(after), zone)) return [];
  const change = new Date(changeBetween(before, after, zone));
  return dateOf(change, zone) === date ? [change] : [];
}

/** What lies between a step and the one before it. */
export interface StepDelay {
  days: number;
  /** SEQ-015: calendar days, or Monday to Friday alone. */
  kind: 'calendar' | 'business';
}

/** The date ('YYYY-MM-DD') so many days after another; business days are counted from Monday to Friday (SEQ-017). */
export function dateAfter(date: string, { days, kind }: StepDelay): string {
  if (kind === 'calendar') return plusDays(date, days);
  let at = date;
  for (let left = days; left > 0;) {
    at = plusDays(at, 1);
    if (isBusinessDay(at)) left -= 1;
  }
  return at;
}

/**
 * When the next step goes out: so many days after the step before it, at the same time of day or at the schedule's `time`,
 * moved to the first moment inside the window. A step without a delay waits for the window alone.
 */
export function nextStep(previous: Date, delay: StepDelay, { window, time }: { window: SendWindow; time?: string }): Date {
  if (delay.days === 0 && time === undefined) return nextInside(previous, window);
  const date = dateAfter(dateOf(previous, window.zone), delay);
  const moment = momentAt(date, time ?? timeOf(previous, window.zone), window.zone);
  return nextInside(moment < previous ? previous : moment, window);
}
