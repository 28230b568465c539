import { fork } from 'node:child_process';
import { once } from 'node:events';

/** GET, or POST with a body. */
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
  /** Milliseconds in the order of the questions. */
  times: number[];
  seconds: number;
  failures: string[];
  /** Total. */
  bytes: number;
  /** Processor time of the clients. */
  cpuMs: number;
}

/** Each client waits for its answer before the next question. */
export async function measure(load: Load): Promise<Measured> {
  const child = fork(new URL('client.mjs', import.meta.url), { execArgv: [], serialization: 'advanced' });
  child.send(load);
  const [answer] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [Measured | number];
  if (typeof answer === 'number') throw new Error(`the process that asks ended with ${answer}`);
  return answer;
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].toSorted((left, right) => left - right);
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return Math.round(value * 10) / 10;
}
