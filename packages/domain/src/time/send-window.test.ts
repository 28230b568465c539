import { array, assert, constantFrom, date, integer, property, record } from 'fast-check';
import { DateTime, IANAZone } from 'luxon';
import { describe, expect, it } from 'vitest';
import { dateAfter, isInside, momentAt, nextInside, nextStep, type SendWindow, utcOffsets } from './send-window.ts';

const zones = Intl.supportedValuesOf('timeZone');
const [firstYear, lastYear] = [2024, 2030];
const hour = 3600_000;

/** Clock changes of a zone, computed by luxon. */
function changesOf(zone: string): Date[] {
  const changes: Date[] = [];
  const end = Date.UTC(lastYear + 1, 0, 1);
  const other = IANAZone.create(zone);
  let offset = other.offset(Date.UTC(firstYear, 0, 1));
  for (let at = Date.UTC(firstYear, 0, 1); at < end; at += 7 * 24 * hour) {
    const before = offset;
    let [low, high] = [at, at + 7 * 24 * hour];
    offset = other.offset(high);
    if (before === offset) continue;
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2000) * 1000;
      if (other.offset(middle) === before) low = middle;
      else high = middle;
    }
    changes.push(new Date(high));
  }
  return changes;
}

/** `isInside` by luxon. */
function insideByOther(moment: Date, { from, to, zone, businessDays }: SendWindow): boolean {
  const wall = DateTime.fromJSDate(moment, { zone });
  const time = wall.toFormat('HH:mm:ss');
  return time >= from && time < to && !(businessDays && wall.weekday > 5);
}

/**
 * Error of the answer: outside, early, or later than necessary (checked every quarter of an hour
 * and a second before it).
 */
function faultOf(after: Date, window: SendWindow): string | undefined {
  const found = nextInside(after, window);
  const wouldDo = (moment: number) => moment >= after.getTime() && insideByOther(new Date(moment), window);
  const said = `${after.toISOString()} ${JSON.stringify(window)} -> ${found.toISOString()}`;
  if (found < after) return `early: ${said}`;
  if (!insideByOther(found, window)) return `outside: ${said}`;
  for (let moment = after.getTime(); moment < found.getTime(); moment += hour / 4) if (wouldDo(moment)) return `late: ${said}`;
  return wouldDo(found.getTime() - 1000) ? `a second late: ${said}` : undefined;
}

describe('send window', () => {
  it('[SEND-015] [DEC-03] holds around every clock change of every zone', { timeout: 120_000 }, () => {
    const windows = [
      { from: '09:00:00', to: '18:00:00' },
      { from: '02:00:00', to: '03:00:00' },
      { from: '00:00:00', to: '01:00:00' },
    ];
    let changes = 0;
    for (const zone of zones) {
      for (const [index, change] of changesOf(zone).entries()) {
        changes += 1;
        // Every window meets every zone; each change is tested from one of four sides.
        const window = { ...windows[index % windows.length], zone } as SendWindow;
        expect(faultOf(new Date(change.getTime() - [30, 1.5, 0, -0.25][index % 4]! * hour), window)).toBeUndefined();
      }
    }
    expect(zones.length).toBeGreaterThan(400);
    expect(changes).toBeGreaterThan(1500);
  });

  it('[SEND-015] [SEND-019] [DEC-03] holds at any moment from 2024 to 2030', { timeout: 60_000 }, () => {
    const clock = integer({ min: 0, max: 24 * 60 }).map(
      (minutes) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`,
    );
    const window = record({
      zone: constantFrom(...zones),
      times: array(clock, { minLength: 2, maxLength: 2 }),
      businessDays: constantFrom(true, false),
    });
    const moment = date({ min: new Date(Date.UTC(firstYear, 0, 1)), max: new Date(Date.UTC(lastYear, 11, 31)), noInvalidDate: true });
    assert(
      property(moment, window, (after, { zone, times, businessDays }) => {
        const [from = '', to = ''] = times.toSorted();
        if (to <= from || Number(to.slice(0, 2)) - Number(from.slice(0, 2)) < 1) return;
        expect(faultOf(after, { from, to, zone, businessDays })).toBeUndefined();
      }),
      { numRuns: 400 },
    );
  });

  it('reopens where the clock goes back into it', () => {
    // Berlin, 25 October 2026: 03:00 summer time becomes 02:00 at 01:00 UTC.
    const window = { from: '02:00:00', to: '02:30:00', zone: 'Europe/Berlin' };
    expect(nextInside(new Date('2026-10-25T00:40:00Z'), window).toISOString()).toBe('2026-10-25T01:00:00.000Z');
  });

  it('waits a day where the clock jumps over it', () => {
    // Berlin, 29 March 2026: there is no 02:00 to 03:00.
    const window = { from: '02:00:00', to: '03:00:00', zone: 'Europe/Berlin' };
    expect(nextInside(new Date('2026-03-28T12:00:00Z'), { ...window, zone: 'Europe/Berlin' }).toISOString()).toBe(
      '2026-03-30T00:00:00.000Z',
    );
    expect(isInside(momentAt('2026-03-29', '02:30:00', 'Europe/Berlin'), window)).toBe(false);
  });

  it('[SEND-017] [SEND-018] lists the offsets from -11 to -01 and from +00 to +14', () => {
    expect(utcOffsets).toHaveLength(26);
    expect([utcOffsets[0], utcOffsets[10], utcOffsets[11], utcOffsets.at(-1)]).toEqual(['-11', '-01', '+00', '+14']);
  });
});

describe('next step of a sequence', () => {
  const window = { from: '09:00:00', to: '18:00:00', zone: 'Europe/Moscow' };
  const friday = new Date('2026-11-20T13:00:00Z'); // 16:00 in Moscow

  it('[SEQ-015] [SEQ-017] counts business days from Monday to Friday', () => {
    expect(dateAfter('2026-11-20', { days: 1, kind: 'business' })).toBe('2026-11-23');
    expect(dateAfter('2026-11-20', { days: 5, kind: 'business' })).toBe('2026-11-27');
    expect(dateAfter('2026-11-21', { days: 1, kind: 'business' })).toBe('2026-11-23');
    expect(dateAfter('2026-11-20', { days: 1, kind: 'calendar' })).toBe('2026-11-21');
  });

  it("[SEQ-015] [SEQ-016] comes at the same time of day, or at the schedule's time, inside the window", () => {
    expect(nextStep(friday, { days: 2, kind: 'business' }, { window }).toISOString()).toBe('2026-11-24T13:00:00.000Z');
    expect(nextStep(friday, { days: 2, kind: 'calendar' }, { window, time: '08:00:00' }).toISOString()).toBe('2026-11-22T06:00:00.000Z');
    expect(nextStep(friday, { days: 0, kind: 'calendar' }, { window }).toISOString()).toBe(friday.toISOString());
    const businessDays = { ...window, businessDays: true };
    expect(nextStep(friday, { days: 1, kind: 'calendar' }, { window: businessDays }).toISOString()).toBe('2026-11-23T06:00:00.000Z');
  });

  it('[DEC-03] keeps its wall clock over a clock change', () => {
    const berlin = { from: '09:00:00', to: '18:00:00', zone: 'Europe/Berlin' };
    const before = new Date('2026-10-23T08:30:00Z'); // 10:30 summer time
    expect(nextStep(before, { days: 3, kind: 'calendar' }, { window: berlin }).toISOString()).toBe('2026-10-26T09:30:00.000Z');
  });
});
