interface Held {
  start?: string | null | undefined;
  end?: string | null | undefined;
  is_current?: boolean | undefined;
}

/** Months since year 0 of 'YYYY' or 'YYYY-MM'; a year alone counts from its January. */
export function monthNumber(date: string): number {
  // Asked some twenty times a profile while an index is built: without making lists.
  const dash = date.indexOf('-');
  if (dash < 0) return Number(date) * 12;
  const next = date.indexOf('-', dash + 1);
  return Number(date.slice(0, dash)) * 12 + Number(date.slice(dash + 1, next < 0 ? undefined : next)) - 1;
}

const nowMonth = (today: Date) => today.getUTCFullYear() * 12 + today.getUTCMonth();

/** Months worked in all; positions held side by side count once. Undefined where no position has a start. */
export function experienceMonths(positions: readonly Held[], today: Date): number | undefined {
  const spans = positions
    .filter((held) => held.start)
    .map((held) => [monthNumber(held.start ?? ''), held.end ? monthNumber(held.end) + 1 : nowMonth(today) + 1] as const)
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

/** Months on the latest position: the present one, else the one that ended last. Undefined without dates. */
export function monthsOnLastPosition(positions: readonly Held[], today: Date): number | undefined {
  const [last] = sortByRecency(positions).filter((held) => held.start);
  if (!last?.start) return undefined;
  const end = last.end ? monthNumber(last.end) : nowMonth(today);
  return Math.max(0, end - monthNumber(last.start)) + (last.end ? 1 : 0);
}

const endOf = (held: Held) => (held.is_current || !held.end ? Number.MAX_SAFE_INTEGER : monthNumber(held.end));
const startOf = (held: Held) => (held.start ? monthNumber(held.start) : 0);

/** Present positions first, then by end and start, newest first. */
export function sortByRecency<T extends Held>(positions: readonly T[]): T[] {
  return positions.toSorted((left, right) => endOf(right) - endOf(left) || startOf(right) - startOf(left));
}
