import type { Language } from '@headwater/contract/errors';
import { formatDate } from '#lib/format.ts';

export interface Series {
  key: string;
  name: string;
  /** One for each category; null: no value, which is a gap in a line. */
  values: readonly (number | null)[];
}

export interface Category {
  /** On the axis. */
  label: string;
  /** In the tooltip and the table. */
  name: string;
}

export type ChartKind = 'bars' | 'stacked' | 'lines';

/** ISO days or months. */
export const dateCategories = (dates: readonly string[], language: Language): Category[] =>
  dates.map((date) => {
    const style = date.length === 7 ? 'month' : 'date';
    return { label: formatDate(date, language, style), name: formatDate(date, language, { style, now: new Date(0) }) };
  });

/** Highest bar, point or stack. */
export const highestOf = (kind: ChartKind, series: readonly Series[]): number =>
  kind === 'stacked'
    ? Math.max(0, ...(series[0]?.values.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)) ?? []))
    : Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
