import type { Tx } from '#platform/database/database.ts';

export interface MergePair {
  companyId: number;
  userId: number;
  from: number;
  into: number;
  now: Date;
  /**
   * Hidden id -> remaining id in the same vacancy. The step of vacancies runs first and fills it
   * in.
   */
  candidates: Map<number, number>;
}

/** `userId` is null if an erasure undoes the merge. */
type PartedPair = Omit<MergePair, 'candidates' | 'userId'> & { userId: number | null };

export interface MergeStep {
  name: string;
  /**
   * Locks rows that other transactions lock before rows of earlier steps. Runs before all steps.
   */
  hold?: ((tx: Tx, pair: Pick<MergePair, 'from' | 'into'>) => Promise<unknown>) | undefined;
  /**
   * Includes late rows of an absorbed profile. Returns data for `giveBack`, or undefined without
   * rows.
   */
  absorb(tx: Tx, pair: MergePair): Promise<object | undefined>;
  /** Moves back rows that are still at the surviving profile. */
  giveBack(tx: Tx, pair: PartedPair, record: unknown): Promise<void>;
}

interface StepSpec<Noted extends object> extends Pick<MergeStep, 'name' | 'hold'> {
  absorb(tx: Tx, pair: MergePair): Promise<Noted | undefined>;
  giveBack(tx: Tx, pair: PartedPair, noted: Noted): Promise<void>;
}

export const defineMergeStep = <Noted extends object>({ name, hold, absorb, giveBack }: StepSpec<Noted>): MergeStep => ({
  name,
  hold,
  absorb,
  giveBack: (tx, pair, noted) => giveBack(tx, pair, noted as Noted),
});
