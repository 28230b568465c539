/** One line of the table and of the --json file. */
export interface BenchRow {
  case: string;
  metric: string;
  value: number;
  /** Null without a target. */
  target: number | null;
  /** Comparison value or remark. */
  reference: string | number | null;
}

/** Rounds to hundredths. */
export const makeRow = (
  name: string,
  metric: string,
  { value, target = null, reference = null }: { value: number } & Partial<Pick<BenchRow, 'target' | 'reference'>>,
): BenchRow => ({ case: name, metric, value: Math.round(value * 100) / 100, target, reference });

export const rowsOfCase =
  (name: string) =>
  (metric: string, value: number, target: number | null = null): BenchRow => ({ case: name, metric, value, target, reference: null });
