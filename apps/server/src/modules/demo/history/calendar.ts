const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const isWeekend = (at: Date) => at.getUTCDay() === 0 || at.getUTCDay() === 6;

/** Times in UTC. */
export interface Calendar {
  now: Date;
  /** Time 'hh:mm' on a working day; 1 is the last one before today. */
  workday(daysAgo: number, time: string): Date;
  minutesAgo(minutes: number): Date;
}

export function calendarOf(now: Date): Calendar {
  return {
    now,
    workday(daysAgo, time) {
      let at = new Date(`${now.toISOString().slice(0, 10)}T${time}:00Z`);
      for (let left = daysAgo; left > 0; left -= isWeekend(at) ? 0 : 1) at = new Date(at.getTime() - dayMs);
      return at;
    },
    minutesAgo: (minutes) => new Date(now.getTime() - minutes * minuteMs),
  };
}

export const addMinutes = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * minuteMs);

const opensAt = 7;
const closesAt = 20;

/** Spreads deferred times over the first hour. `office`: working hours only. */
export function nextWakingTime(at: Date, { office = false } = {}): Date {
  const hour = at.getUTCHours();
  if (hour >= opensAt && hour < closesAt && !(office && isWeekend(at))) return at;
  const day = new Date(at.getTime() + (hour >= closesAt ? dayMs : 0));
  const morning = new Date(`${day.toISOString().slice(0, 10)}T08:00:00Z`);
  const next = hour >= opensAt && hour < closesAt ? new Date(morning.getTime() + dayMs) : morning;
  return nextWakingTime(new Date(next.getTime() + (at.getTime() % (60 * minuteMs))), { office });
}
