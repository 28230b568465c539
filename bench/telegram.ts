import type { BenchRow } from './row.ts';

/**
 * Many accounts watched at once by one worker against the sandbox's Telegram: what each costs, and how fast what people write is shown.
 * --accounts N, --messages N. With --server gotd: the adapter against a server made of gotd's (Go), step by step.
 */
export async function run(args: Record<string, string | number | boolean | undefined>): Promise<BenchRow[]> {
  if (args['server'] === 'gotd') {
    const { runAgainstGotd } = await import('./telegram-load/gotd.ts');
    return runAgainstGotd();
  }
  const { watchAccounts } = await import('./telegram-load/watch.ts');
  return watchAccounts({ accounts: Number(args['accounts'] ?? 200), messages: Number(args['messages'] ?? 600) });
}
