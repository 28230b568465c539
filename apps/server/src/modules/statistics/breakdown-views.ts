import type { StatisticsBreakdown, StatisticsCell } from '@headwater/contract/statistics';
import type { Language } from '@headwater/contract/errors';
import type { CountId } from '@headwater/domain/statistics/metrics';
import { shareCell } from './cells.ts';
import { statisticsText } from './texts.ts';

type Row = StatisticsBreakdown['rows'][number];
type Column = StatisticsBreakdown['columns'][number];
type ColumnName = 'candidacies' | 'share' | 'passed' | 'moves' | 'median' | 'p90' | 'longest' | 'open' | 'hired' | 'accidental' | 'status';

export interface BreakdownTable {
  columns: Column[];
  rows: Row[];
  stillOpen?: number | undefined;
}

const formats: Partial<Record<ColumnName, Column['format']>> = {
  share: 'percent',
  passed: 'percent',
  median: 'duration',
  p90: 'duration',
  longest: 'duration',
  status: 'text',
};

export const columnsOf = (names: readonly ColumnName[], language: Language): Column[] =>
  names.map((key) => ({ key, title: statisticsText(`column.${key}`, language), format: formats[key] ?? 'integer' }));

/** STB-004: by column. */
export const smallIntervals = (cells: readonly (readonly [string, StatisticsCell])[]): Row['intervals'] =>
  Object.fromEntries(
    cells.flatMap(([column, { interval, is_small: isSmall }]) => (isSmall && interval ? [[column, interval] as const] : [])),
  );

interface NewRow {
  key: string;
  name: string;
  id?: number | null;
  values: Row['values'];
  /** Column: its part and whole. Adds the share, and its interval where the whole is small. */
  shares?: Readonly<Record<string, readonly [number, number]>>;
  count?: CountId | null;
}

export function breakdownRow({ key, name, id = null, values, shares = {}, count = null }: NewRow): Row {
  const cells = Object.entries(shares).map(([column, [part, whole]]) => [column, shareCell(part, whole)] as const);
  return {
    key,
    name,
    id,
    values: { ...values, ...Object.fromEntries(cells.map(([column, { value }]) => [column, value])) },
    intervals: smallIntervals(cells),
    count,
  };
}
