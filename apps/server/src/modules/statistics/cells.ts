import type { StatisticsCell } from '@headwater/contract/statistics';
import { smallSample, wilsonInterval } from '@headwater/domain/statistics/intervals';
import { type CountId, countOf, isShare, type MetricId, shareOf } from '@headwater/domain/statistics/metrics';
import type { SumRow } from './store/sums.ts';

type Sums = Pick<SumRow, 'kind' | 'n' | 'hired' | 'rejected'>;

export function numberOf(id: CountId, sums: readonly Sums[]): number {
  const { counts, cancels = [], into } = countOf(id);
  const of = (kinds: readonly string[]) =>
    sums.filter(({ kind }) => kinds.includes(kind)).reduce((sum, row) => sum + (into ? row[into] : row.n), 0);
  return of(counts) - of(cancels);
}

export function shareCell(count: number, of: number): StatisticsCell {
  return { value: of > 0 ? count / of : null, count, of, interval: wilsonInterval(count, of), is_small: of > 0 && of < smallSample };
}

export function cellOf(id: MetricId, sums: readonly Sums[]): StatisticsCell {
  if (isShare(id)) {
    const { part, whole } = shareOf(id);
    return shareCell(numberOf(part, sums), numberOf(whole, sums));
  }
  const count = numberOf(id, sums);
  return { value: count, count, of: null, interval: null, is_small: false };
}

export const cellsOf = (ids: readonly MetricId[], sums: readonly Sums[]): Partial<Record<MetricId, StatisticsCell>> =>
  Object.fromEntries(ids.map((id) => [id, cellOf(id, sums)]));

export const countBehindCell = (cells: Partial<Record<MetricId, StatisticsCell>>): number =>
  Object.values(cells).reduce((sum, { count }) => sum + Math.abs(count), 0);
