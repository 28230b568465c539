const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(zone, format);
  }
  return format;
}

/** 'YYYY-MM-DD HH:MM:SS' in the zone. */
export const wallClock = (moment: Date, zone: string): string => formatOf(zone).format(moment);

/** Minutes by which the zone is ahead of UTC. */
export function offsetMinutes(moment: Date, zone: string): number {
  const wall = Date.parse(`${wallClock(moment, zone).replace(' ', 'T')}Z`);
  return Math.round((wall - Math.floor(moment.getTime() / 1000) * 1000) / 60_000);
}

export function startOfDay(moment: Date, zone: string): Date {
  const midnight = Date.parse(`${wallClock(moment, zone).slice(0, 10)}T00:00:00Z`);
  // Midnight may have another offset than the moment.
  const guess = new Date(midnight - offsetMinutes(moment, zone) * 60_000);
  return new Date(midnight - offsetMinutes(guess, zone) * 60_000);
}

export const startOfNextDay = (moment: Date, zone: string): Date =>
  startOfDay(new Date(startOfDay(moment, zone).getTime() + 36 * 3_600_000), zone);

export const monthOf = (moment: Date, zone: string): string => `${wallClock(moment, zone).slice(0, 7)}-01`;
