import { describe, expect, it } from 'vitest';
import { delayInfo, emptyPlan, localDay } from './launch.ts';

describe('the plan of a launch', () => {
  it('[SEND-012] [MAIL-037] is now, a local date, or a number of days', () => {
    const moment = new Date(2026, 2, 29, 10, 30);
    expect(delayInfo(emptyPlan, 'Europe/Berlin')).toEqual({ type: 'now' });
    expect(delayInfo({ ...emptyPlan, type: 'planned', date: localDay(moment), time: '10:30' }, 'Europe/Berlin')).toEqual({
      type: 'planned',
      launch_at: moment.toISOString(),
    });
    expect(delayInfo({ ...emptyPlan, type: 'delay', days: 4 }, 'Europe/Berlin')).toEqual({ type: 'delay', delay_days: 4 });
    expect(delayInfo({ ...emptyPlan, type: 'planned' }, 'Europe/Berlin')).toBeUndefined();
  });

  it('[SEND-015] [MAIL-055] sends hours as hh:mm:ss, also an incomplete range, for the server to reject', () => {
    expect(delayInfo({ ...emptyPlan, from: '09:00', to: '' }, 'Europe/Berlin')).toEqual({
      type: 'now',
      start_time_from: '09:00:00',
      start_time_to: null,
      send_time_zone: 'Europe/Berlin',
    });
  });
});
