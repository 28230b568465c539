/** One line of a benchmark's table and of its --json file. */
export interface BenchRow {
  case: string;
  metric: string;
  value: number;
  /** What it should be; null where there is nothing to reach. */
  target: number | null;
  /** The same measured on what we compare with, or a word on it; null where there is none. */
  reference: string | number | null;
}
