import type { Tx } from '#platform/database/database.ts';

/** One company merges a profile into another one. */
export interface MergePair {
  companyId: number;
  /** Who merges. */
  userId: number;
  /** The profile that is absorbed. */
  from: number;
  /** The one that stays. */
  into: number;
  now: Date;
  /** Candidates who were in the same vacancy: the one who went out of sight -> the one who stays. Filled in by the step of vacancies, the first one. */
  candidates: Map<number, number>;
}

/** The same pair as it comes apart. Nobody may have asked for it: the absorbed person is erased. */
export type PartedPair = Omit<MergePair, 'candidates' | 'userId'> & { userId: number | null };

/** What a part of the product does with what hangs on a profile that is absorbed. */
export interface MergeStep {
  /** Under which its record is kept. */
  name: string;
  /** Holds rows of both profiles that others hold before those of earlier steps: before any of them, whichever way. */
  hold?: ((tx: Tx, pair: Pick<MergePair, 'from' | 'into'>) => Promise<unknown>) | undefined;
  /** Moves all of it; also what came late, to a profile that was absorbed before. Returns what `giveBack` must know, undefined where there was nothing. */
  absorb(tx: Tx, pair: MergePair): Promise<object | undefined>;
  /** Gives back what is still where it was moved to. */
  giveBack(tx: Tx, pair: PartedPair, record: unknown): Promise<void>;
}

interface StepSpec<Noted extends object> extends Pick<MergeStep, 'name' | 'hold'> {
  absorb(tx: Tx, pair: MergePair): Promise<Noted | undefined>;
  giveBack(tx: Tx, pair: PartedPair, noted: Noted): Promise<void>;
}

/** A step whose record comes back as it was written. */
export const defineMergeStep = <Noted extends object>({ name, hold, absorb, giveBack }: StepSpec<Noted>): MergeStep => ({
  name,
  hold,
  absorb,
  giveBack: (tx, pair, noted) => giveBack(tx, pair, noted as Noted),
});
