import { monthNumber } from '@headwater/domain/profiles/careers';

export const yearsAndMonths = (months: number): [years: number, months: number] => [Math.floor(months / 12), months % 12];

interface Period {
  start?: string | null | undefined;
  end?: string | null | undefined;
}

/**
 * Counts the first and last month. Undefined without a start, or if both ends are the same year.
 */
export function heldMonths({ start, end }: Period, today: Date): number | undefined {
  if (!start) return undefined;
  const now = today.getFullYear() * 12 + today.getMonth();
  const last = end ? Math.min(monthNumber(end), now) : now;
  const isRough = start.length === 4 && (end?.length ?? 0) === 4;
  const months = last - monthNumber(start) + (isRough ? 0 : 1);
  return months > 0 ? months : undefined;
}
