import type { Tx } from '#platform/database/database.ts';
import { readFact, saveFact } from '#platform/database/installation-store.ts';

/** Times are ISO 8601. */
export interface Progress {
  /** Time of the installation, which ends the history; null before the start. */
  until: string | null;
  /** All actions before this time are done. */
  reached: string | null;
  /** Keys of finished actions at exactly that time. */
  keys: readonly string[];
  isOver: boolean;
}

export const notBegun: Progress = { until: null, reached: null, keys: [], isOver: false };

const fact = 'demo_history';

export const findProgress = (tx: Tx): Promise<Progress | undefined> => readFact<Progress>(tx, fact);

export const saveProgress = (tx: Tx, value: Progress, savedAt: Date): Promise<void> => saveFact(tx, fact, { value, savedAt });
