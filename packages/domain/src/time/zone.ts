const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(zone, format);
  }
  return format;
}

/** Wall-clock time of a moment in a zone, 'YYYY-MM-DD HH:MM:SS'. */
export const wallClock = (moment: Date, zone: string): string => formatOf(zone).format(moment);

/** Minutes that the zone's wall clock is ahead of UTC at a moment. */
export function offsetMinutes(moment: Date, zone: string): number {
  const wall = Date.parse(`${wallClock(moment, zone).replace(' ', 'T')}Z`);
  return Math.round((wall - Math.floor(moment.getTime() / 1000) * 1000) / 60_000);
}

/** The moment at which the zone's day of `moment` began. */
export function startOfDay(moment: Date, zone: string): Date {
  const midnight = Date.parse(`${wallClock(moment, zone).slice(0, 10)}T00:00:00Z`);
  // The offset may differ at midnight from that of the moment (a clock change on this day), so it is looked up there.
  const guess = new Date(midnight - offsetMinutes(moment, zone) * 60_000);
  return new Date(midnight - offsetMinutes(guess, zone) * 60_000);
}

/** The moment at which the zone's next day begins. */
export const startOfNextDay = (moment: Date, zone: string): Date =>
  startOfDay(new Date(startOfDay(moment, zone).getTime() + 36 * 3_600_000), zone);

/** The first day of the zone's month of a moment, 'YYYY-MM-01'. */
export const monthOf = (moment: Date, zone: string): string => `${wallClock(moment, zone).slice(0, 7)}-01`;
