import type { BenchRow } from './row.ts';
import { watchAccounts } from './telegram-load/watch.ts';

/** One worker watches `--accounts` in the sandbox: cost per account, and delay of messages. */
export const run = (args: Record<string, string | number | boolean | undefined>): Promise<BenchRow[]> =>
  watchAccounts({ accounts: Number(args['accounts'] ?? 200), messages: Number(args['messages'] ?? 600) });
