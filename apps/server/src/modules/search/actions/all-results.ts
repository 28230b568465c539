import type { Ranking } from '@headwater/domain/query/rankings';
import type { Actor } from '@headwater/domain/roles';
import { queryEngine } from '../service.ts';
import { readySearch, type SearchContext } from './run-search.ts';

export interface AllResultsInput {
  query: string;
  filters: string;
  ranking?: Ranking | undefined;
  folderId?: number | null | undefined;
}

const names = { query: 'query', filters: 'filters', folder: 'folderId' };

/** Returns at most 50,000 ids, in search order. */
export async function allResultIds(
  context: SearchContext,
  actor: Actor,
  { query, filters, ranking = 'relevance', folderId = null, limit }: AllResultsInput & { limit: number },
): Promise<{ ids: number[]; total: number }> {
  const ready = await readySearch(context, actor, { request: { query, filters, folderId, names }, ranking });
  const found = await queryEngine(ready.engine.scan(ready.prepared.tree, { ...ready.selection, limit: Math.min(limit, 50_000) }));
  return { ids: [...found.ids], total: found.total };
}
