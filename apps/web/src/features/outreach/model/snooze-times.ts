const morning = 9;
const evening = 18;
const monday = 1;

export interface SnoozeTime {
  key: 'today' | 'tomorrow' | 'monday' | 'week';
  at: Date;
}

/** Times of the browser's zone, all in the future. */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const inDays = (days: number, hour: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
  const untilMonday = (monday - now.getDay() + 7) % 7 || 7;
  return [
    ...(now.getHours() < evening - 1 ? [{ key: 'today' as const, at: inDays(0, evening) }] : []),
    { key: 'tomorrow', at: inDays(1, morning) },
    ...(untilMonday > 1 ? [{ key: 'monday' as const, at: inDays(untilMonday, morning) }] : []),
    ...(untilMonday === 7 ? [] : [{ key: 'week' as const, at: inDays(7, morning) }]),
  ];
}
