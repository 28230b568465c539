/** Pages are named by a hash of their people. */
export interface SeenPages {
  latest: string[];
  /** An earlier page, which notices a loop of any length. Moves on at each power of two. */
  mark: string | undefined;
  read: number;
}

/** Keeps the state of an import small. */
const remembered = 20;

export const noPages: SeenPages = { latest: [], mark: undefined, read: 0 };

/** An empty page has no hash. */
export const isRepeated = ({ latest, mark }: SeenPages, hash: string | undefined): boolean =>
  hash !== undefined && (latest.includes(hash) || mark === hash);

export function rememberPage({ latest, mark, read }: SeenPages, hash: string | undefined): SeenPages {
  if (hash === undefined) return { latest, mark, read };
  const isPowerOfTwo = Number.isInteger(Math.log2(read + 1));
  return { latest: [...latest, hash].slice(-remembered), mark: isPowerOfTwo ? hash : mark, read: read + 1 };
}
