import { offsetMinutes, wallClock } from './zone.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** A clock change can skip a window for a day; weekends add two days. */
const daysToLook = 14;

/** 'HH:MM:SS' on the zone's wall clock; `to` is exclusive. */
export interface SendWindow {
  from: string;
  to: string;
  /** DEC-03 */
  zone: string;
  /** SEQ-017 */
  businessDays?: boolean;
}

/** SEND-017, SEND-018 */
export const utcOffsets: readonly string[] = [
  ...Array.from({ length: 11 }, (_, index) => `-${String(11 - index).padStart(2, '0')}`),
  ...Array.from({ length: 15 }, (_, index) => `+${String(index).padStart(2, '0')}`),
];

const dateOf = (moment: Date, zone: string) => wallClock(moment, zone).slice(0, 10);
const timeOf = (moment: Date, zone: string) => wallClock(moment, zone).slice(11);
const plusDays = (date: string, days: number) => new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
const isBusinessDay = (date: string) => ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());

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

/** Two when the clock goes back; the change that skips the time when it goes forward. */
function momentsOf(date: string, time: string, zone: string): Date[] {
  const wall = Date.parse(`${date}T${time}Z`);
  const offsets = new Set([wall - dayMs, wall + dayMs].map((moment) => offsetMinutes(new Date(moment), zone)));
  const moments = [...offsets].map((offset) => wall - offset * minuteMs).filter((moment) => wallOf(moment, zone) === wall);
  if (moments.length > 0) return moments.toSorted((left, right) => left - right).map((moment) => new Date(moment));
  return [new Date(changeBetween(wall - dayMs, wall + dayMs, zone))];
}

const wallOf = (moment: number, zone: string) => Date.parse(`${wallClock(new Date(moment), zone).replace(' ', 'T')}Z`);

export const momentAt = (date: string, time: string, zone: string): Date => momentsOf(date, time, zone)[0] as Date;

export function isInside(moment: Date, { from, to, zone, businessDays }: SendWindow): boolean {
  const time = timeOf(moment, zone);
  return time >= from && time < to && (!businessDays || isBusinessDay(dateOf(moment, zone)));
}

/** `from` must be before `to`. */
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

function reopenings(date: string, zone: string): Date[] {
  const start = Date.parse(`${date}T00:00:00Z`) - offsetMinutes(new Date(`${date}T00:00:00Z`), zone) * minuteMs;
  const [before, after] = [start - dayMs / 2, start + 1.5 * dayMs];
  if (offsetMinutes(new Date(before), zone) === offsetMinutes(new Date(after), zone)) return [];
  const change = new Date(changeBetween(before, after, zone));
  return dateOf(change, zone) === date ? [change] : [];
}

export interface StepDelay {
  days: number;
  /** SEQ-015 */
  kind: 'calendar' | 'business';
}

/** SEQ-017 */
export function dateAfter(date: string, { days, kind }: StepDelay): string {
  if (kind === 'calendar') return plusDays(date, days);
  let at = date;
  for (let left = days; left > 0;) {
    at = plusDays(at, 1);
    if (isBusinessDay(at)) left -= 1;
  }
  return at;
}

/** Keeps the time of day or uses `time`, and moves into the window. */
export function nextStep(previous: Date, delay: StepDelay, { window, time }: { window: SendWindow; time?: string }): Date {
  if (delay.days === 0 && time === undefined) return nextInside(previous, window);
  const date = dateAfter(dateOf(previous, window.zone), delay);
  const moment = momentAt(date, time ?? timeOf(previous, window.zone), window.zone);
  return nextInside(moment < previous ? previous : moment, window);
}
