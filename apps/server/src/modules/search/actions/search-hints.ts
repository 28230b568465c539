import type { Ranking } from '@headwater/domain/query/rankings';
import type { Actor } from '@headwater/domain/roles';
import { requireProfile } from '#modules/profiles/public.ts';
import { AppError } from '#platform/errors.ts';
import { excerptsOfProfile } from '../highlight.ts';
import { presentMatches } from '../present.ts';
import { findSearch } from '../store/events.ts';
import { readySearch, runSearch, type SearchContext } from './run-search.ts';

/** RSLT-015, RSLT-016: matching terms of an earlier search, regardless of filters. */
export async function searchHints(context: SearchContext, actor: Actor, { profileId, queryId }: { profileId: number; queryId: number }) {
  const { made, profile } = await context.database.inCompany(actor.company.id, async (tx) => ({
    profile: await requireProfile(tx, profileId),
    made: await findSearch(tx, queryId, actor.userId),
  }));
  if (!made) throw new AppError('not_found');
  const request = { query: made.query, filters: '', folderId: null };
  const ready = await readySearch(context, actor, { request, ranking: made.ranking as Ranking });
  const { prepared } = ready;
  const one = { op: 'ids', ids: Uint32Array.of(profileId) } as const;
  // `prefer` makes the query optional, so a partial match still reports its terms.
  const tree = { op: 'prefer', of: one, preferred: [prepared.tree] } as const;
  const result = await runSearch({ ...ready, prepared: { ...prepared, tree } }, { perPage: 1 });
  return {
    query_id: queryId,
    hints: presentMatches(result.hits[0]?.why ?? [], { terms: prepared.terms, cityId: profile.data.locations[0]?.city_id ?? null }),
    excerpts: excerptsOfProfile(profile.data, prepared.terms),
  };
}
