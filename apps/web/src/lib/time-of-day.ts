const two = (value: number) => String(value).padStart(2, '0');

/** Parses a time of day ('9', '930', '9.30', '09:30', '9:30 pm') to HH:MM; undefined if invalid. */
export function readTime(typed: string): string | undefined {
  const [, digits = '', minutes = '0', half] = /^\s*(\d{1,2})(?:\s*[:.\s]?\s*(\d{2}))?\s*(?:([ap])\.?m\.?)?\s*$/i.exec(typed) ?? [];
  const hours = Number(digits);
  if (digits === '' || Number(minutes) > 59 || hours > 23 || (half && (hours < 1 || hours > 12))) return undefined;
  const ofDay = half ? (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : hours;
  return `${two(ofDay)}:${two(Number(minutes))}`;
}

const day = 24 * 60;

/** Shifts 'HH:MM' by minutes, across midnight; returns `start` for an invalid time. */
export function stepTime(time: string, minutes: number, start: string): string {
  const known = readTime(time);
  if (known === undefined) return start;
  const [hour = 0, minute = 0] = known.split(':').map(Number);
  const next = (hour * 60 + minute + minutes + day) % day;
  return `${two(Math.floor(next / 60))}:${two(next % 60)}`;
}
