import type { BenchRow } from '../row.ts';

/** Running demo on 127.0.0.1. */
export interface Target {
  /** http://127.0.0.1:PORT */
  origin: string;
  /** Ancestor of the server process. */
  pid: number;
  dataDir: string;
  /** The demo's mail server. */
  smtpPort: number;
  imapPort: number;
  options: Readonly<Record<string, string | number | boolean>>;
}

/** Sends a bounded number of inputs in a bounded time. */
export interface HostilePart {
  name: string;
  run(target: Target): Promise<BenchRow[]>;
}
