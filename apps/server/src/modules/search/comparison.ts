import type { SearchComparison } from './port.ts';
import type { Tx } from '#platform/database/database.ts';
import { readFact, saveFact } from '#platform/database/installation-store.ts';

const fact = 'search_comparison';

type SavedComparison = SearchComparison & { at: string };

/** The process that compares is not always the one that shows the result. */
export const saveComparison = (tx: Tx, comparison: SearchComparison, now: Date) =>
  saveFact(tx, fact, { value: { ...comparison, at: now.toISOString() } satisfies SavedComparison, savedAt: now });

export const readComparison = (tx: Tx) => readFact<SavedComparison>(tx, fact);
