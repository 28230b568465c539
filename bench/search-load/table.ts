import type { BenchRow } from '../row.ts';
import { type Measured, percentile } from './clients.ts';

const round = (value: number): number => Math.round(value * 10) / 10;

const shares = [
  ['p50 ms', 0.5],
  ['p95 ms', 0.95],
  ['p99 ms', 0.99],
] as const;

interface Compared {
  measured: Measured;
  reference?: Measured | undefined;
  targets?: Readonly<Record<string, number>>;
}

const perSecond = ({ times, seconds }: Measured): number => round(times.length / seconds);

/** Three percentiles and the rate. Throws where one answer was not 200: a table of failures would look fast. */
export function rowsOf(name: string, { measured, reference, targets = {} }: Compared): BenchRow[] {
  if (measured.failures.length > 0) throw new Error(`${name}: ${measured.failures.length} requests failed: ${measured.failures[0]}`);
  return [
    ...shares.map(([metric, share]) => ({
      case: name,
      metric,
      value: percentile(measured.times, share),
      target: targets[metric] ?? null,
      reference: reference ? percentile(reference.times, share) : null,
    })),
    {
      case: name,
      metric: 'answers/s',
      value: perSecond(measured),
      target: targets['answers/s'] ?? null,
      reference: reference ? perSecond(reference) : null,
    },
  ];
}

export const plainRow = (name: string, metric: string, given: { value: number; target?: number }): BenchRow => ({
  case: name,
  metric,
  value: round(given.value),
  target: given.target ?? null,
  reference: null,
});
