import { describe, expect, it } from 'vitest';
import { forecast, type Pace } from './forecast.ts';

const at = (text: string) => new Date(`2026-11-${text}Z`);
const pace = (change: Partial<Pace>): Pace => ({
  count: 1,
  start: at('23T09:00:00'),
  now: at('23T09:00:00'),
  window: undefined,
  zone: 'UTC',
  gapSeconds: 0,
  limitOn: () => null,
  sentToday: 0,
  ...change,
});
const iso = (change: Partial<Pace>) => {
  const found = forecast(pace(change));
  return found && [found.first.toISOString().slice(8, 16), found.last.toISOString().slice(8, 16)];
};
const limitOn = (moment: Date) => (moment < at('24T00:00:00') ? 20 : 30);
const officeHours = { from: '09:00:00', to: '18:00:00', zone: 'Europe/Berlin', businessDays: true };

describe('send forecast', () => {
  it('[DEC-10] is now without limits, and undefined without messages', () => {
    expect(iso({ count: 5000 })).toEqual(['23T09:00', '23T09:00']);
    expect(iso({ count: 0 })).toBeUndefined();
  });

  it('[DEC-10] counts the pauses between messages', () => {
    expect(iso({ count: 31, gapSeconds: 120 })).toEqual(['23T09:00', '23T10:00']);
  });

  it("[DEC-10] continues the next day, with that day's limit, once a limit is used up", () => {
    expect(iso({ count: 40, limitOn, sentToday: 5 })).toEqual(['23T09:00', '24T00:00']);
    expect(iso({ count: 46, limitOn, sentToday: 5 })).toEqual(['23T09:00', '25T00:00']);
    expect(iso({ count: 1, limitOn, sentToday: 20 })).toEqual(['24T00:00', '24T00:00']);
  });

  it('[DEC-03] [SEQ-017] starts and continues inside the window on business days', () => {
    // Friday 20:00 in Berlin: the window opens on Monday.
    expect(iso({ start: at('20T19:00:00'), now: at('20T19:00:00'), window: officeHours })).toEqual(['23T08:00', '23T08:00']);
    // Two an hour from 17:00 local time: three remain for the next day's opening.
    expect(iso({ count: 5, start: at('23T16:00:00'), window: officeHours, gapSeconds: 1800 })).toEqual(['23T16:00', '24T09:00']);
  });

  it('[DEC-10] ends even if a limit allows no message', () => {
    expect(forecast(pace({ count: 3, limitOn: () => 0 }))).toBeDefined();
  });
});
