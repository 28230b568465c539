import { dayMs, minuteMs } from '@headwater/domain/time/durations';

const dayZero = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const;
export type Epoch = keyof typeof dayZero;

/** Until 9999-12-31. */
const lastSerial = 2_958_465;

/** 'YYYY-MM-DD', with the time of day if there is one. Undefined for a number that is no date. */
export function dateOfSerial(serial: number, epoch: Epoch): string | undefined {
  if (!(serial >= 0 && serial <= lastSerial)) return undefined;
  // Excel counts a 29 February 1900.
  const days = epoch === 1900 && serial < 60 ? serial + 1 : serial;
  const moment = new Date(dayZero[epoch] + Math.round((days * dayMs) / minuteMs) * minuteMs).toISOString();
  if (serial < 1) return moment.slice(11, 16);
  return moment.endsWith('T00:00:00.000Z') ? moment.slice(0, 10) : `${moment.slice(0, 10)} ${moment.slice(11, 16)}`;
}

/** A phone number stored as 7.9161234567E10 becomes 79161234567, and 0.1+0.2 becomes 0.3. */
export function textOfNumber(text: string): string {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) return text;
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return value.toFixed(0);
  return String(Number(value.toPrecision(15)));
}

/** ECMA-376 part 1, 22.9.2.19: `_x000D_` is a character by its code. */
export const withoutEscapes = (text: string): string =>
  text.includes('_x') ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text;
