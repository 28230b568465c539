import { attack, type AttackName, type Session } from './insider-attacks.ts';

/** A process of its own, so that attacks do not delay the parent's measurements. */

export interface Order extends Session {
  names: readonly AttackName[];
  lines: number;
}

const end = new AbortController();

async function begin({ names, lines, ...session }: Order): Promise<void> {
  const share = Math.max(1, Math.floor(lines / names.length));
  const running = await Promise.all(names.map((name) => attack(name, session, { lines: share, signal: end.signal })));
  process.send?.('begun');
  end.signal.addEventListener('abort', () => {
    const counts: Record<string, number> = {};
    for (const { counts: own } of running)
      for (const [status, count] of Object.entries(own)) counts[status] = (counts[status] ?? 0) + count;
    // Waiting lines end with the process.
    process.send?.(counts, () => process.exit(0));
  });
}

process.on('message', (order: Order | 'end') => (order === 'end' ? end.abort() : void begin(order)));
process.on('disconnect', () => process.exit(0));
