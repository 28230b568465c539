import type { MergePair, MergeStep } from '#modules/profiles/public/merging.ts';
import type { Tx } from '#platform/database/database.ts';
import { recordMoved } from './store.ts';

/** The step of vacancies comes first. */
export type MergeSteps = readonly MergeStep[];

export async function lockAll(tx: Tx, steps: MergeSteps, pair: Pick<MergePair, 'from' | 'into'>): Promise<void> {
  for (const step of steps) await step.hold?.(tx, pair);
}

/** Also moves rows that arrived after the merge. */
export async function moveAll(tx: Tx, steps: MergeSteps, { mergeId, pair }: { mergeId: number; pair: Omit<MergePair, 'candidates'> }) {
  const moved: Record<string, object> = {};
  await lockAll(tx, steps, pair);
  const shared = { ...pair, candidates: new Map<number, number>() };
  for (const step of steps) {
    const record = await step.absorb(tx, shared);
    if (record) moved[step.name] = record;
  }
  if (Object.keys(moved).length > 0) await recordMoved(tx, mergeId, moved);
  return Object.keys(moved).length > 0;
}
