/** A time of day as people type it ('9', '930', '9.30', '09:30') as HH:MM; undefined for what is none. */
export function readTime(typed: string): string | undefined {
  const [, hours = '', minutes = '0'] = /^\s*(\d{1,2})(?:\s*[:.\s]?\s*(\d{2}))?\s*$/.exec(typed) ?? [];
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return `${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`;
}
