import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import type { SecretBox } from './secrets.ts';

export interface ResealCounts {
  resealed: number;
  lost: number;
}

/** Seals all secrets of one kind with the newest key. */
export type Reseal = (database: Database, secrets: SecretBox, clock: Clock) => Promise<ResealCounts>;

interface Resealing<Row, Sealed> {
  /** Undefined: the newest key is in use already. Throws if no key decrypts the row. */
  reseal: (row: Row) => Sealed | undefined;
  /** Replaces only the value that was read: a newer secret already uses the newest key. */
  replace: (row: Row, sealed: Sealed) => Promise<unknown>;
}

export async function resealRows<Row, Sealed>(rows: readonly Row[], { reseal, replace }: Resealing<Row, Sealed>): Promise<ResealCounts> {
  const counts = { resealed: 0, lost: 0 };
  const tryReseal = (row: Row) => {
    try {
      return { sealed: reseal(row) };
    } catch {
      return undefined;
    }
  };
  for (const row of rows) {
    const opened = tryReseal(row);
    if (!opened) counts.lost += 1;
    if (opened?.sealed === undefined) continue;
    await replace(row, opened.sealed);
    counts.resealed += 1;
  }
  return counts;
}

interface Resealer {
  database: Database;
  clock: Clock;
  secrets: SecretBox;
  log: Log;
}

/** Completes a key rotation: once logged, the older keys can be removed. */
export async function resealAll({ database, clock, secrets, log }: Resealer, kinds: Readonly<Record<string, Reseal>>): Promise<void> {
  try {
    const counts = await Promise.all(
      Object.entries(kinds).map(async ([kind, reseal]) => [kind, await reseal(database, secrets, clock)] as const),
    );
    log.warn(Object.fromEntries(counts), 'all secrets use the first key of HEADWATER_SECRET_KEY: the other keys can be removed');
  } catch (error) {
    log.error({ err: error }, 'secrets not encrypted with the new key: keep all keys, the next start retries');
  }
}
