import type { StepSchedule } from '@headwater/domain/outreach/schedule';
import { daySeconds, maxDelay, windowProblem as domainProblem, zoneOfOffset } from '@headwater/domain/outreach/schedule';
import { utcOffsets } from '@headwater/domain/time/send-window';
import { offsetMinutes } from '@headwater/domain/time/zone';

/** When a message goes out, as the form shows it: so long after the one before it, within these hours on the clock of the zone. */
export interface Schedule {
  days: number;
  /** SEQ-015. */
  kind: 'calendar' | 'business';
  hours: number;
  minutes: number;
  /** SEQ-016, 'HH:MM'; empty: at the hour of the message before it. */
  time: string;
  /** 'HH:MM'; both empty: at any hour. */
  from: string;
  to: string;
  /** IANA name (DEC-03). */
  zone: string;
}

/** SEND-019. */
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

/** MAIL-011: the way back, in seconds after the message before it. */
export const stepSchedule = ({ days, kind, hours, minutes, time, from, to, zone }: Schedule): StepSchedule => ({
  send_delay: days * daySeconds + hours * 3600 + minutes * 60,
  delay_kind: kind,
  send_time: onWire(time),
  send_time_from: onWire(from),
  send_time_to: onWire(to),
  send_time_zone: zone,
});

/** What is wrong with the hours of a day, and at which end. */
export const windowProblem = ({ from, to }: Pick<Schedule, 'from' | 'to'>): 'from' | 'to' | undefined =>
  domainProblem(onWire(from), onWire(to));

const two = (value: number) => String(Math.floor(value)).padStart(2, '0');

/** 'UTC+05:30', as the zone's clocks stand at `now`. */
export function offsetName(zone: string, now: Date): string {
  const minutes = offsetMinutes(now, zone);
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

export interface ZoneChoice {
  value: string;
  label: string;
}

/** Zones to choose from: those of cities by name, and fixed offsets (SEND-017), each with what its clocks show now. */
export function zoneChoices(now: Date, chosen: string): { cities: ZoneChoice[]; offsets: ZoneChoice[] } {
  const offsets = utcOffsets.map((offset) => ({ value: zoneOfOffset(offset), label: `UTC${offset}:00` }));
  const fixed = new Set(offsets.map(({ value }) => value));
  const names = new Set([chosen, ownZone(), ...Intl.supportedValuesOf('timeZone')].filter((name) => !fixed.has(name)));
  const cities = [...names].toSorted().map((name) => ({ value: name, label: `${name.replaceAll('_', ' ')} (${offsetName(name, now)})` }));
  return { cities, offsets };
}
