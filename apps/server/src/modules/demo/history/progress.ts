import type { Tx } from '#platform/database/database.ts';
import { readFact, saveFact } from '#platform/database/installation-store.ts';

/** How far the history of the demo has been lived. Moments are ISO 8601. */
export interface Progress {
  /** The moment at which the demo was made, and the history ends; null before it has begun. */
  until: string | null;
  /** Everything before this has been done. */
  reached: string | null;
  /** Of what stands at just that moment: keys of what has been done. */
  keys: readonly string[];
  isOver: boolean;
}

export const notBegun: Progress = { until: null, reached: null, keys: [], isOver: false };

const fact = 'demo_history';

/** Undefined where this demo was made without a history. */
export const findProgress = (tx: Tx): Promise<Progress | undefined> => readFact<Progress>(tx, fact);

export const saveProgress = (tx: Tx, value: Progress, savedAt: Date): Promise<void> => saveFact(tx, fact, { value, savedAt });
