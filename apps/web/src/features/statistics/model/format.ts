import type { StatisticsBreakdown, StatisticsCell, StatisticsMetric } from '@headwater/contract/statistics';
import type { Language } from '@headwater/contract/errors';
import { formatDate, formatNumber, formatPercent } from '#lib/format.ts';

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** 93 600 seconds: '1.1 days' (en), '1,1 дня' (ru). Below a minute: '0 minutes'. */
export function formatDuration(seconds: number, language: Language): string {
  const [unit, length] = units.find(([, size]) => seconds >= size) ?? (['minute', 60] as const);
  const style = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: unit === 'day' ? 1 : 0 } as const;
  return new Intl.NumberFormat(language, style).format(seconds / length);
}

/** '57%' of a share, '1,204' of a count; undefined where a share has no whole. */
export function formatCell({ unit }: Pick<StatisticsMetric, 'unit'>, cell: StatisticsCell, language: Language): string | undefined {
  if (cell.value === null) return undefined;
  return unit === 'share' ? formatPercent(cell.value, language) : formatNumber(cell.value, language);
}

type Column = StatisticsBreakdown['columns'][number];

export function formatValue({ format }: Column, value: string | number, language: Language): string {
  if (typeof value === 'string') return format === 'date-time' ? formatDate(value, language, 'dateTime') : value;
  if (format === 'percent') return formatPercent(value, language);
  return format === 'duration' ? formatDuration(value, language) : formatNumber(value, language);
}

export interface Difference {
  direction: 'up' | 'down' | 'same';
  /** Relative change of a count, or difference of shares; undefined from nothing. */
  size: number | undefined;
}

export function differenceOf(
  { unit }: Pick<StatisticsMetric, 'unit'>,
  now: StatisticsCell,
  before: StatisticsCell,
): Difference | undefined {
  if (now.value === null || before.value === null) return undefined;
  const change = now.value - before.value;
  const direction = change > 0 ? 'up' : change < 0 ? 'down' : 'same';
  if (unit === 'share') return { direction, size: Math.abs(change) };
  return { direction, size: before.value > 0 ? Math.abs(change) / before.value : change === 0 ? 0 : undefined };
}
