import type { Actor } from '@headwater/domain/roles';
import { elapsed } from '#platform/clock.ts';
import { AppError } from '#platform/errors.ts';
import { parallelSearches, readySearch, runSearch, type SearchContext } from './run-search.ts';

interface CountSearchesInput {
  searches: readonly { query: string; filters: string }[];
  folderId: number | null;
  signal?: AbortSignal | undefined;
}

const names = { query: 'searches', filters: 'searches', folder: 'folder' };

/** The count is null for a search that would be rejected. */
export async function countSearches(context: SearchContext, actor: Actor, { searches, folderId, signal }: CountSearchesInput) {
  const began = elapsed();
  const countOf = async ({ query, filters }: CountSearchesInput['searches'][number]): Promise<number | null> => {
    try {
      const ready = await readySearch(context, actor, { request: { query, filters, folderId, names }, ranking: 'relevance', signal });
      return (await runSearch(ready, { perPage: 0 })).total;
    } catch (error) {
      if (error instanceof AppError && !busy.has(error.key)) return null;
      throw error;
    }
  };
  const counts: (number | null)[] = [];
  for (let at = 0; at < searches.length; at += parallelSearches)
    counts.push(...(await Promise.all(searches.slice(at, at + parallelSearches).map(countOf))));
  return { counts, took_ms: Math.round((elapsed() - began) * 10) / 10 };
}

const busy = new Set(['search_building', 'search_not_ready', 'search_busy', 'unauthorized']);
