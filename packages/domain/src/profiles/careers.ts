interface Period {
  start?: string | null | undefined;
  end?: string | null | undefined;
  is_current?: boolean | undefined;
}

/** Months since year 0 of 'YYYY' or 'YYYY-MM'; a year counts from January. */
export function monthNumber(date: string): number {
  // Called about twenty times per profile in an index build, so it allocates no arrays.
  const dash = date.indexOf('-');
  if (dash < 0) return Number(date) * 12;
  const next = date.indexOf('-', dash + 1);
  return Number(date.slice(0, dash)) * 12 + Number(date.slice(dash + 1, next < 0 ? undefined : next)) - 1;
}

const nowMonth = (today: Date) => today.getUTCFullYear() * 12 + today.getUTCMonth();

/** A past end overrides the source's "current". */
export const isHeldNow = ({ start, end, is_current: isCurrent }: Period, today: Date): boolean =>
  end ? monthNumber(end) > nowMonth(today) : Boolean(isCurrent || start);

const lastMonth = (end: string | null | undefined, today: Date) => (end ? Math.min(monthNumber(end), nowMonth(today)) : nowMonth(today));

/** Parallel positions count once. Undefined without a start. */
export function experienceMonths(positions: readonly Period[], today: Date): number | undefined {
  const spans = positions
    .filter((period) => period.start)
    .map((period) => [monthNumber(period.start ?? ''), lastMonth(period.end, today) + 1] as const)
    .toSorted((left, right) => left[0] - right[0]);
  if (spans.length === 0) return undefined;
  let total = 0;
  let until = 0;
  for (const [start, end] of spans) {
    total += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return total;
}

export function monthsOnLastPosition(positions: readonly Period[], today: Date): number | undefined {
  const [last] = sortByRecency(positions).filter((period) => period.start);
  if (!last?.start) return undefined;
  return Math.max(0, lastMonth(last.end, today) - monthNumber(last.start)) + 1;
}

const endOf = (period: Period) => {
  if (period.end) return monthNumber(period.end);
  return period.is_current || period.start ? Number.MAX_SAFE_INTEGER : 0;
};
const startOf = (period: Period) => (period.start ? monthNumber(period.start) : 0);

/** Positions without an end come first. */
export function sortByRecency<T extends Period>(positions: readonly T[]): T[] {
  return positions.toSorted((left, right) => endOf(right) - endOf(left) || startOf(right) - startOf(left));
}
