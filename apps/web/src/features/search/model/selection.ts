import type { Ranking } from '@headwater/domain/query/rankings';

export interface SearchedFor {
  q: string;
  f: string;
  folderId: number | null;
  ranking: Ranking;
}

export type ResultSelection =
  | { kind: 'ids'; ids: readonly number[]; count: number; search: SearchedFor }
  | { kind: 'all'; count: number; search: SearchedFor };

export interface Chosen {
  all: boolean;
  ids: ReadonlySet<number>;
}

export const nobody: Chosen = { all: false, ids: new Set() };
