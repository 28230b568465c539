import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A GET of the path, or a POST where there is a body. */
export interface Ask {
  path: string;
  body?: string;
}

export interface Load {
  origin: string;
  headers: Record<string, string>;
  asks: readonly Ask[];
  clients: number;
}

export interface Measured {
  /** Milliseconds of each answer, in the order of the questions. */
  times: number[];
  seconds: number;
  failures: string[];
  /** Of all answers together. */
  bytes: number;
  /** What asking itself took of the processor. */
  cpuMs: number;
}

/** Asks everything with so many clients at once, each waiting for its answer before the next question. */
export async function measure(load: Load): Promise<Measured> {
  const child = fork(new URL('asking.mjs', import.meta.url), { execArgv: [], serialization: 'advanced' });
  child.send(load);
  const [answer] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [Measured | number];
  if (typeof answer === 'number') throw new Error(`the process that asks ended with ${answer}`);
  return answer;
}

/** The value below which `share` of the sorted times lie. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].toSorted((left, right) => left - right);
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return Math.round(value * 10) / 10;
}
