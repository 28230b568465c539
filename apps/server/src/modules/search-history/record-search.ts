import { decodeFilters } from '@headwater/domain/query/filters-address';
import { decodeQuery } from '@headwater/domain/query/query-address';
import { isRefinement } from '@headwater/domain/query/refinement';
import type { Actor } from '@headwater/domain/roles';
import { findSearch } from '#modules/search/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { deleteEntry, saveEntry, latestEntry } from './store.ts';

/** A search refined within this time replaces its previous version. */
const makingMs = 30_000;

function contentOf({ query, filters }: { query: string; filters: string }) {
  const [terms, states] = [decodeQuery(query), decodeFilters(filters)];
  return { query: terms.ok ? terms.value : [], filters: states.ok ? states.value : [] };
}

/** SAVQ-011. Ignores empty searches. Throws not_found for a search of another user. */
export async function recordSearch(tx: Tx, actor: Actor, { queryId, now }: { queryId: number; now: Date }): Promise<void> {
  const search = await findSearch(tx, queryId, actor.userId);
  if (!search) throw new AppError('not_found');
  if (search.query === '' && search.filters === '') return;
  const before = await latestEntry(tx, actor.userId, search.folder_id);
  const isFresh = before !== undefined && before.id !== queryId && now.getTime() - before.first_shown_at.getTime() <= makingMs;
  if (isFresh && isRefinement(contentOf(before), contentOf(search))) await deleteEntry(tx, before.id);
  const { company, userId } = actor;
  await saveEntry(tx, { queryId, companyId: company.id, userId, folderId: search.folder_id, found: search.found, now });
}
