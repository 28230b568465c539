export interface ResealCounts {
  resealed: number;
  lost: number;
}

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
