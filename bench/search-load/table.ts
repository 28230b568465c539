import { type BenchRow, rowsOfCase } from '../row.ts';
import { type Measured, percentile } from './clients.ts';

const shares = [
  ['p50 ms', 0.5],
  ['p95 ms', 0.95],
  ['p99 ms', 0.99],
] as const;

interface Compared {
  measured: Measured;
  targets?: Readonly<Record<string, number>>;
}

/** Throws for any answer other than 200: a table of failures would look fast. */
export function rowsOf(name: string, { measured: { times, seconds, failures }, targets = {} }: Compared): BenchRow[] {
  if (failures.length > 0) throw new Error(`${name}: ${failures.length} requests failed: ${failures[0]}`);
  const row = rowsOfCase(name);
  return [
    ...shares.map(([metric, share]) => row(metric, percentile(times, share), targets[metric] ?? null)),
    row('answers/s', Math.round((times.length / seconds) * 10) / 10, targets['answers/s'] ?? null),
  ];
}
