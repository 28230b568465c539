import { dayMs } from '../time/durations.ts';
import { momentAt, nextInside, type SendWindow } from '../time/send-window.ts';
import { startOfDay, wallClock } from '../time/zone.ts';

const daysAhead = 1000;

export interface Pace {
  count: number;
  start: Date;
  window: SendWindow | undefined;
  zone: string;
  gapSeconds: number;
  limitOn: (moment: Date) => number | null;
  sentToday: number;
  now: Date;
}

// Days have 23 to 25 hours, so this starts from the middle of the next one.
const nextDay = (moment: Date, zone: string) => startOfDay(new Date(startOfDay(moment, zone).getTime() + 1.5 * dayMs), zone);

function closing(at: Date, window: SendWindow | undefined): Date | undefined {
  if (!window || window.to >= '24:00:00') return undefined;
  return momentAt(wallClock(at, window.zone).slice(0, 10), window.to, window.zone);
}

const earliest = (one: Date, other: Date | undefined) => (other && other < one ? other : one);

/** Ignores delays by other mailings. */
export function forecast({
  count,
  start,
  window,
  zone,
  gapSeconds,
  limitOn,
  sentToday,
  now,
}: Pace): { first: Date; last: Date } | undefined {
  if (count <= 0) return undefined;
  const inside = (moment: Date) => (window ? nextInside(moment, window) : moment);
  const today = startOfDay(now, zone).getTime();
  let at = inside(start);
  let left = count;
  let first: Date | undefined;
  for (let days = 0; days < daysAhead; days += 1) {
    const limit = limitOn(at);
    const used = startOfDay(at, zone).getTime() === today ? sentToday : 0;
    const end = earliest(nextDay(at, zone), closing(at, window));
    const byTime = gapSeconds > 0 ? Math.ceil((end.getTime() - at.getTime()) / (gapSeconds * 1000)) : left;
    const byLimit = limit === null ? left : Math.max(0, limit - used);
    const room = Math.min(byTime, byLimit);
    if (room > 0) first ??= at;
    if (room >= left) return { first: first ?? at, last: new Date(at.getTime() + (left - 1) * gapSeconds * 1000) };
    left -= room;
    at = inside(byLimit <= byTime ? nextDay(at, zone) : end);
  }
  return { first: first ?? at, last: at };
}
