import { nextInside, nextStep, type SendWindow } from '../time/send-window.ts';

export const daySeconds = 24 * 3600;

/** SEND-019: seconds; 90 days, 23 hours and 59 minutes. */
export const maxDelay = 90 * daySeconds + 23 * 3600 + 59 * 60;

/** MAIL-008, MAIL-009, SEQ-015, SEQ-016 */
export interface StepSchedule {
  /** MAIL-011: seconds after the previous message or the launch. */
  send_delay: number;
  delay_kind: 'calendar' | 'business';
  /** 'hh:mm:ss' */
  send_time_from: string | null;
  send_time_to: string | null;
  /** 'hh:mm:ss'; null: as the previous message. */
  send_time: string | null;
  /** IANA name (DEC-03). */
  send_time_zone: string | null;
}

/** MAIL-010 */
export interface Condition {
  days: number;
  hours: number;
  minutes: number;
  /** MAIL-011: minutes. */
  plus_minus: number;
  utc: string;
}

const secondsOf = (time: string) => {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
};

/** SEND-019, SEND-020: both ends or none, at least an hour apart. */
export function windowProblem(from: string | null, to: string | null): 'from' | 'to' | undefined {
  if (from === null && to === null) return undefined;
  if (from === null) return 'from';
  if (to === null) return 'to';
  return secondsOf(to) - secondsOf(from) >= 3600 ? undefined : 'to';
}

/** SEND-016: middle of the window; without a window, rest of the delay. */
export function conditionOf(schedule: StepSchedule, utc: string): Condition {
  const days = Math.floor(schedule.send_delay / daySeconds);
  const { send_time_from: from, send_time_to: to } = schedule;
  const [low, high] = from !== null && to !== null ? [secondsOf(from), secondsOf(to)] : [schedule.send_delay % daySeconds, undefined];
  const hour = high === undefined ? low : Math.floor((low + high) / 2);
  return {
    days,
    hours: Math.floor(hour / 3600),
    minutes: Math.floor((hour % 3600) / 60),
    plus_minus: high === undefined ? 0 : Math.floor((high - low) / 120),
    utc,
  };
}

export function windowOf(schedule: StepSchedule, companyZone: string): SendWindow | undefined {
  const { send_time_from: from, send_time_to: to, delay_kind: kind } = schedule;
  if (from === null && kind === 'calendar') return undefined;
  const zone = schedule.send_time_zone ?? companyZone;
  return { from: from ?? '00:00:00', to: to ?? '24:00:00', zone, businessDays: kind === 'business' };
}

/** Never before `previous`. */
export function dueAfter(previous: Date, schedule: StepSchedule, companyZone: string): Date {
  const window = windowOf(schedule, companyZone);
  const days = Math.floor(schedule.send_delay / daySeconds);
  const rest = schedule.send_delay % daySeconds;
  if (days === 0 && schedule.send_time === null) {
    const due = new Date(previous.getTime() + rest * 1000);
    return window ? nextInside(due, window) : due;
  }
  const zone = schedule.send_time_zone ?? companyZone;
  const whole: SendWindow = window ?? { from: '00:00:00', to: '24:00:00', zone };
  const at = nextStep(
    previous,
    { days, kind: schedule.delay_kind },
    schedule.send_time === null ? { window: whole } : { window: whole, time: schedule.send_time },
  );
  return rest === 0 || schedule.send_time !== null ? at : nextInside(new Date(at.getTime() + rest * 1000), whole);
}

/** DEC-09: now, or the next opening of the window. */
export const moveIntoWindow = (now: Date, window: SendWindow | undefined): Date => (window ? nextInside(now, window) : now);

/** SEND-018: Etc/GMT names have the opposite sign. */
export const zoneOfOffset = (offset: string): string => {
  const hours = Number(offset);
  return hours === 0 ? 'Etc/UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
};
