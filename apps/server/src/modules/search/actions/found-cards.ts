import type { FoundProfile } from '@headwater/contract/search';
import type { Actor } from '@headwater/domain/roles';
import type { SearchRequest } from '../query/prepare-search.ts';
import { hydrateHits } from './hydrate.ts';
import { readySearch, runSearch, type SearchContext } from './run-search.ts';

/** Keeps the given order and skips deleted profiles. */
export async function foundCards(
  context: SearchContext,
  actor: Actor,
  { ids, request }: { ids: readonly number[]; request: SearchRequest },
): Promise<FoundProfile[]> {
  if (ids.length === 0) return [];
  const ready = await readySearch(context, actor, { request: { ...request, filters: '' }, ranking: 'relevance' });
  const { prepared } = ready;
  const them = { op: 'ids', ids: Uint32Array.from(ids).toSorted() } as const;
  const tree = { op: 'prefer', of: them, preferred: [prepared.tree] } as const;
  const result = await runSearch({ ...ready, prepared: { ...prepared, tree } }, { perPage: ids.length });
  const found = new Map(result.hits.map((hit) => [hit.id, hit]));
  const hits = ids.map((id) => found.get(id) ?? { id, score: 0, why: [] });
  const { profiles } = await context.database.readInCompany(actor.company.id, (tx) =>
    hydrateHits(tx, actor, { hits, terms: prepared.terms, today: context.clock.now() }),
  );
  const byId = new Map(profiles.map((profile) => [profile.id, profile]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
