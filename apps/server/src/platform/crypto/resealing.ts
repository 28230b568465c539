/** What became of secrets that an older key had sealed. */
export interface ResealCounts {
  resealed: number;
  /** No key opens these. */
  lost: number;
}

interface Resealing<Row, Sealed> {
  /** What the row holds, sealed with the newest key; undefined where it is already. Throws where no key opens it. */
  reseal: (row: Row) => Sealed | undefined;
  /** Whoever has saved another secret meanwhile has sealed it with the newest key: only what stands there still is replaced. */
  replace: (row: Row, sealed: Sealed) => Promise<unknown>;
}

/** Seals anew what an older key sealed, row by row: what none of them opens holds up nothing. */
export async function resealRows<Row, Sealed>(rows: readonly Row[], { reseal, replace }: Resealing<Row, Sealed>): Promise<ResealCounts> {
  const counts = { resealed: 0, lost: 0 };
  const anew = (row: Row) => {
    try {
      return { sealed: reseal(row) };
    } catch {
      return undefined;
    }
  };
  for (const row of rows) {
    const opened = anew(row);
    if (!opened) counts.lost += 1;
    if (opened?.sealed === undefined) continue;
    await replace(row, opened.sealed);
    counts.resealed += 1;
  }
  return counts;
}
