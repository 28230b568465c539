import { DateTime, IANAZone } from 'luxon';
import { dueAfter, type StepSchedule } from '@headwater/domain/outreach/schedule';
import { isInside, nextInside, type SendWindow } from '@headwater/domain/time/send-window';
import { type BenchRow, rowsOfCase } from './row.ts';

const [firstYear, lastYear] = [2024, 2030];
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Clock changes and windows are multiples of a quarter of an hour. */
const grain = 15 * minute;

/** Working hours, and windows that clock changes skip, repeat or cut. */
const windows = [
  { from: '09:00:00', to: '18:00:00' },
  { from: '02:00:00', to: '03:00:00' },
  { from: '00:00:00', to: '01:00:00' },
  { from: '01:30:00', to: '02:30:00' },
  { from: '22:45:00', to: '24:00:00' },
];

/** Precomputed luxon offsets, as single look-ups would take hours. */
interface Zone {
  name: string;
  offset(moment: number): number;
}

function zoneOf(name: string): Zone {
  const zone = IANAZone.create(name);
  const [starts, offsets]: [number[], number[]] = [[], []];
  const end = Date.UTC(lastYear + 1, 1, 1);
  for (let at = Date.UTC(firstYear - 1, 11, 1); at < end; at += day / 4) {
    const offset = zone.offset(at);
    if (offset === offsets.at(-1)) continue;
    let [low, high] = [starts.length === 0 ? at : at - day / 4, at];
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2000) * 1000;
      if (zone.offset(middle) === offset) high = middle;
      else low = middle;
    }
    starts.push(high);
    offsets.push(offset);
  }
  return {
    name,
    offset(moment) {
      let at = starts.length - 1;
      while (at > 0 && (starts[at] as number) > moment) at -= 1;
      return offsets[at] as number;
    },
  };
}

interface Day {
  zone: Zone;
  start: number;
  /** Within two days of a clock change. */
  isNearChange: boolean;
}

const wall = (moment: number, zone: Zone) => new Date(moment + zone.offset(moment) * minute).toISOString().slice(0, 19);

/** `isInside` by luxon. */
function insideByOther(moment: number, zone: Zone, { from, to, businessDays }: SendWindow): boolean {
  const shown = wall(moment, zone);
  const time = shown.slice(11);
  return time >= from && time < to && !(businessDays && [0, 6].includes(new Date(`${shown}Z`).getUTCDay()));
}

/** Days of the years by luxon. */
function* daysOf(zone: Zone): Generator<Day> {
  let at = DateTime.fromObject({ year: firstYear, month: 1, day: 1 }, { zone: zone.name });
  while (at.year <= lastYear) {
    const start = at.toMillis();
    const around = Array.from({ length: 25 }, (_, quarter) => zone.offset(start - 2 * day + (quarter * day) / 4));
    yield { zone, start, isNearChange: around.some((offset) => offset !== around[0]) };
    const next = at.plus({ days: 1 }).startOf('day');
    // The zone skipped a date.
    at = next.toMillis() > start ? next : at.plus({ days: 2 }).startOf('day');
  }
}

/** Opening by luxon, checked at each quarter of an hour. */
function openingByOther(after: number, zone: Zone, window: SendWindow): number {
  if (insideByOther(after, zone, window)) return after;
  for (let moment = Math.ceil(after / grain) * grain; ; moment += grain) if (insideByOther(moment, zone, window)) return moment;
}

/** Shortcut for days without a clock change. */
function openingOfPlainDay(after: number, { zone }: Day, window: SendWindow): number {
  if (insideByOther(after, zone, window)) return after;
  const offset = zone.offset(after) * minute;
  const shown = new Date(after + offset).toISOString();
  let opening = Date.parse(`${shown.slice(0, 10)}T${window.from}Z`);
  while (opening - offset < after || (window.businessDays && [0, 6].includes(new Date(opening).getUTCDay()))) opening += day;
  return opening - offset;
}

interface Score {
  asked: number;
  outside: number;
  early: number;
  late: number;
  twice: number;
  missed: number;
  examples: string[];
}

function note(score: Score, fault: 'outside' | 'early' | 'late' | 'twice' | 'missed', said: () => string): void {
  score[fault] += 1;
  if (score.examples.length < 20) score.examples.push(`${fault}: ${said()}`);
}

function askDay(score: Score, one: Day, { window, at }: { window: SendWindow; at: number }): void {
  const after = one.start + at;
  const found = nextInside(new Date(after), window).getTime();
  const wanted = one.isNearChange ? openingByOther(after, one.zone, window) : openingOfPlainDay(after, one, window);
  const said = () => `${JSON.stringify(window)} after ${new Date(after).toISOString()}: ${new Date(found).toISOString()}`;
  score.asked += 1;
  if (!insideByOther(found, one.zone, window)) note(score, 'outside', said);
  if (found < wanted) note(score, 'early', said);
  if (found > wanted) note(score, 'late', said);
  // The sender checks this again before the message leaves.
  if (!isInside(new Date(found), window)) note(score, 'outside', said);
}

/** One message a day: each date with an opening gets one, and none gets two. */
function followDays(score: Score, zone: Zone, window: SendWindow): void {
  const schedule: StepSchedule = {
    send_delay: day / 1000,
    delay_kind: window.businessDays ? 'business' : 'calendar',
    send_time_from: window.from,
    send_time_to: window.to,
    send_time: null,
    send_time_zone: window.zone,
  };
  const end = Date.UTC(lastYear + 1, 0, 1);
  let before = nextInside(new Date(Date.UTC(firstYear, 0, 1)), window).getTime();
  while (before < end) {
    const next = dueAfter(new Date(before), schedule, 'UTC').getTime();
    const [shownBefore, shown] = [wall(before, zone), wall(next, zone)];
    const said = () => `${JSON.stringify(window)}: ${shownBefore} and then ${shown}`;
    score.asked += 1;
    if (!insideByOther(next, zone, window)) note(score, 'outside', said);
    const dates = (Date.parse(shown.slice(0, 10)) - Date.parse(shownBefore.slice(0, 10))) / day;
    if (dates < 1) note(score, 'twice', said);
    if (dates === 1 && shown.slice(11) < shownBefore.slice(11) && shownBefore.slice(11) > window.from) {
      // Same hour of the next day, unless that has no such hour.
      note(score, 'early', said);
    }
    if (dates > 1 && hasOpeningBetween(before, next, { zone, window })) note(score, 'missed', said);
    if (next <= before) break;
    before = next;
  }
}

/** Whether a skipped date has an opening at or after that hour. */
function hasOpeningBetween(before: number, next: number, { zone, window }: { zone: Zone; window: SendWindow }): boolean {
  const [shownBefore, shownNext] = [wall(before, zone), wall(next, zone)];
  for (let moment = before; moment < next; moment += grain) {
    const shown = wall(moment, zone);
    const isBetween = shown.slice(0, 10) > shownBefore.slice(0, 10) && shown.slice(0, 10) < shownNext.slice(0, 10);
    if (isBetween && shown.slice(11) >= shownBefore.slice(11) && insideByOther(moment, zone, window)) return true;
  }
  return false;
}

/** Returns the number of days. */
function judgeZone(score: Score, zone: Zone, place: number): number {
  let days = 0;
  for (const one of daysOf(zone)) {
    days += 1;
    // All windows near clock changes; otherwise one in turns.
    const asked = one.isNearChange ? windows : [windows[(days + place) % windows.length] as (typeof windows)[number]];
    for (const [index, times] of asked.entries()) {
      const window = { ...times, zone: zone.name, businessDays: days % 3 === 0 };
      askDay(score, one, { window, at: ((days * 7 + index) % 96) * grain });
      if (one.isNearChange) askDay(score, one, { window, at: ((days * 31 + index) % 1440) * minute });
    }
  }
  for (const times of windows) followDays(score, zone, { ...times, zone: zone.name, businessDays: false });
  followDays(score, zone, { from: '09:00:00', to: '18:00:00', zone: zone.name, businessDays: true });
  return days;
}

/** Against luxon. --zones N: only the first N. */
export async function run(args: Record<string, string | undefined>): Promise<BenchRow[]> {
  const all = Intl.supportedValuesOf('timeZone');
  const zones = all.slice(0, Number(args['zones'] ?? all.length));
  const score: Score = { asked: 0, outside: 0, early: 0, late: 0, twice: 0, missed: 0, examples: [] };
  let days = 0;
  for (const [place, name] of zones.entries()) {
    days += judgeZone(score, zoneOf(name), place);
    if (place % 20 === 19) console.log(`${place + 1} of ${zones.length} zones`);
  }
  for (const example of score.examples) console.log(example);
  const result = rowsOfCase(`${zones.length} zones, ${firstYear} to ${lastYear}`);
  return [
    result('days', days, null),
    result('openings asked for', score.asked, null),
    result('outside the window', score.outside, 0),
    result('early', score.early, 0),
    result('later than need be', score.late, 0),
    result('twice on one date', score.twice, 0),
    result('dates passed over', score.missed, 0),
  ];
}
