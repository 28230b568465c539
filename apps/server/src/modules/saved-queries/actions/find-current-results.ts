import type { Ranking } from '@headwater/domain/query/rankings';
import type { Actor } from '@headwater/domain/roles';
import { allResultIds, type SearchContext } from '#modules/search/public.ts';
import { packIds } from '../seen-ids.ts';
import type { Found } from '../store.ts';

/** Limit of stored ids; larger results store only their number. */
export const mostSeen = 50_000;

/** Runs the search outside a transaction, as it may take long. */
export async function findCurrentResults(
  context: SearchContext,
  actor: Actor,
  search: { query: string; filters: string; ranking: Ranking },
): Promise<Found> {
  const { ids, total } = await allResultIds(context, actor, { ...search, limit: mostSeen });
  return { found: total, seen: total > mostSeen ? null : packIds(ids) };
}
