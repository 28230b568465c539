import type { Ranking } from '@headwater/domain/query/rankings';

/** Search of a selection, in the format of its address. */
export interface SearchedFor {
  q: string;
  f: string;
  folderId: number | null;
  ranking: Ranking;
}

/** Selected people by id, or all results of the search. */
export type ResultSelection =
  | { kind: 'ids'; ids: readonly number[]; count: number; search: SearchedFor }
  | { kind: 'all'; count: number; search: SearchedFor };

export interface Chosen {
  all: boolean;
  ids: ReadonlySet<number>;
}

export const nobody: Chosen = { all: false, ids: new Set() };
