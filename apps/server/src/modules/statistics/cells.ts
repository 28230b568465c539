import type { StatisticsCell } from '@headwater/contract/statistics';
import { smallSample, wilsonInterval } from '@headwater/domain/statistics/intervals';
import { type CountId, countOf, isShare, type MetricId, shareOf } from '@headwater/domain/statistics/metrics';
import type { SumRow } from './store/sums.ts';

type Sums = Pick<SumRow, 'kind' | 'n' | 'hired' | 'rejected'>;

type Totals = ReadonlyMap<string, { n: number; hired: number; rejected: number }>;

/** By kind of fact. */
export function totalsOf(sums: readonly Sums[]): Totals {
  const totals = new Map<string, { n: number; hired: number; rejected: number }>();
  for (const { kind, n, hired, rejected } of sums) {
    const known = totals.get(kind);
    if (!known) totals.set(kind, { n, hired, rejected });
    else {
      known.n += n;
      known.hired += hired;
      known.rejected += rejected;
    }
  }
  return totals;
}

function numberOf(id: CountId, totals: Totals): number {
  const { counts, cancels = [], into = 'n' } = countOf(id);
  const of = (kinds: readonly string[]) => kinds.reduce((sum, kind) => sum + (totals.get(kind)?.[into] ?? 0), 0);
  return of(counts) - of(cancels);
}

export function shareCell(count: number, of: number): StatisticsCell {
  return { value: of > 0 ? count / of : null, count, of, interval: wilsonInterval(count, of), is_small: of > 0 && of < smallSample };
}

export function cellOf(id: MetricId, totals: Totals): StatisticsCell {
  if (isShare(id)) {
    const { part, whole } = shareOf(id);
    return shareCell(numberOf(part, totals), numberOf(whole, totals));
  }
  const count = numberOf(id, totals);
  return { value: count, count, of: null, interval: null, is_small: false };
}

export function cellsOf(ids: readonly MetricId[], sums: readonly Sums[]): Partial<Record<MetricId, StatisticsCell>> {
  const totals = totalsOf(sums);
  return Object.fromEntries(ids.map((id) => [id, cellOf(id, totals)]));
}

export const countBehindCell = (cells: Partial<Record<MetricId, StatisticsCell>>): number =>
  Object.values(cells).reduce((sum, { count }) => sum + Math.abs(count), 0);
