import type { BenchRow } from '../row.ts';

/** The running demo that everything hostile is sent to. All of it listens on 127.0.0.1. */
export interface Target {
  /** http://127.0.0.1:PORT of the product. */
  origin: string;
  /** The process that started it; the server is one of its descendants. */
  pid: number;
  /** Its data folder. */
  dataDir: string;
  /** The demo's mail server, which delivers to the demo's mailboxes. */
  smtpPort: number;
  imapPort: number;
  /** `--NAME value` of the command line. */
  options: Readonly<Record<string, string | number | boolean>>;
}

/** One kind of hostile input. It sends a bounded number of inputs within a bounded time and answers rows of its own. */
export interface HostilePart {
  name: string;
  run(target: Target): Promise<BenchRow[]>;
}

export const row = (name: string, metric: string, given: { value: number; target?: number; reference?: string }): BenchRow => ({
  case: name,
  metric,
  value: Math.round(given.value * 100) / 100,
  target: given.target ?? null,
  reference: given.reference ?? null,
});
