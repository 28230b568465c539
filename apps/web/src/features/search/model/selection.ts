/** Who is chosen: people by id, or everybody whom the search finds. */
export type ResultSelection =
  | { kind: 'ids'; ids: readonly number[]; count: number }
  | { kind: 'all'; query: { q: string; f: string; folderId: number | null }; count: number };

export interface Chosen {
  all: boolean;
  ids: ReadonlySet<number>;
}

export const nobody: Chosen = { all: false, ids: new Set() };
