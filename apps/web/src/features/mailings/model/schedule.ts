import type { StepSchedule } from '@headwater/domain/outreach/schedule';
import { daySeconds, maxDelay, windowProblem as domainProblem, zoneOfOffset } from '@headwater/domain/outreach/schedule';
import { utcOffsets } from '@headwater/domain/time/send-window';
import { offsetMinutes } from '@headwater/domain/time/zone';

export interface Schedule {
  days: number;
  /** SEQ-015 */
  kind: 'calendar' | 'business';
  hours: number;
  minutes: number;
  /** SEQ-016: 'HH:MM'. Empty: at the time of the previous message. */
  time: string;
  /** 'HH:MM'. Both empty: at any time. */
  from: string;
  to: string;
  /** IANA name (DEC-03). */
  zone: string;
}

/** SEND-019 */
export const scheduleBounds = { days: Math.floor(maxDelay / daySeconds), hours: 23, minutes: 59 } as const;

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const onWire = (time: string) => (time === '' ? null : `${time}:00`);
const inForm = (time: string | null) => time?.slice(0, 5) ?? '';

export function scheduleOf(step: StepSchedule): Schedule {
  const rest = step.send_delay % daySeconds;
  return {
    days: Math.floor(step.send_delay / daySeconds),
    kind: step.delay_kind,
    hours: Math.floor(rest / 3600),
    minutes: Math.floor((rest % 3600) / 60),
    time: inForm(step.send_time),
    from: inForm(step.send_time_from),
    to: inForm(step.send_time_to),
    zone: step.send_time_zone ?? ownZone(),
  };
}

/** MAIL-011 */
export const stepSchedule = ({ days, kind, hours, minutes, time, from, to, zone }: Schedule): StepSchedule => ({
  send_delay: days * daySeconds + hours * 3600 + minutes * 60,
  delay_kind: kind,
  send_time: onWire(time),
  send_time_from: onWire(from),
  send_time_to: onWire(to),
  send_time_zone: zone,
});

export const windowProblem = ({ from, to }: Pick<Schedule, 'from' | 'to'>): 'from' | 'to' | undefined =>
  domainProblem(onWire(from), onWire(to));

const two = (value: number) => String(Math.floor(value)).padStart(2, '0');

/** Such as 'UTC+05:30'. */
export function offsetName(zone: string, now: Date): string {
  const minutes = offsetMinutes(now, zone);
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

interface ZoneChoice {
  value: string;
  label: string;
}

/** SEND-017 */
export function zoneChoices(now: Date, chosen: string): { cities: ZoneChoice[]; offsets: ZoneChoice[] } {
  const offsets = utcOffsets.map((offset) => ({ value: zoneOfOffset(offset), label: `UTC${offset}:00` }));
  const fixed = new Set(offsets.map(({ value }) => value));
  const names = new Set([chosen, ownZone(), ...Intl.supportedValuesOf('timeZone')].filter((name) => !fixed.has(name)));
  const cities = [...names].toSorted().map((name) => ({ value: name, label: `${name.replaceAll('_', ' ')} (${offsetName(name, now)})` }));
  return { cities, offsets };
}
