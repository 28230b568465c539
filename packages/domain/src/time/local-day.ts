import { addDays } from '../statistics/periods.ts';
import { wallClock } from './zone.ts';

/** Hour of the day from which scheduled reports and alerts leave, in the time zone of the company. */
export const firstReportHour = 7;

interface LocalTime {
  /** 'YYYY-MM-DD' */
  today: string;
  hour: number;
}

export function localTime(now: Date, zone: string): LocalTime {
  const clock = wallClock(now, zone);
  return { today: clock.slice(0, 10), hour: Number(clock.slice(11, 13)) };
}

export const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
