import { decodeQuery } from '@headwater/domain/query/query-address';
import { searchTitle } from '@headwater/domain/query/stored-search';
import { formatQueryText } from '@headwater/domain/query/query-text';
import type { Ranking } from '@headwater/domain/query/rankings';
import type { Actor } from '@headwater/domain/roles';
import { canonicalSearch, findSearch } from '#modules/search/public.ts';
import { visibleVacancies } from '#modules/vacancies/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import { listDrivenBy } from '../store.ts';

/** Maximum length of a vacancy's description; queries may be longer. */
const maxDescription = 1000;

/** SMF-012. Throws FieldErrors at `query_id` for a search of another user, and at `query`. */
export async function fromSearchQuery(tx: Tx, actor: Actor, queryId: number) {
  const made = await findSearch(tx, queryId, actor.userId);
  if (!made) throw new FieldErrors({ query_id: 'not_found' });
  const search = canonicalSearch(made);
  const driven = await listDrivenBy(tx, search);
  const visible =
    driven.length > 0
      ? await visibleVacancies(
          tx,
          actor,
          driven.map((row) => row.vacancy_id),
        )
      : [];
  const folders = visible.map(({ id, name }) => ({ id, name }));
  if (folders.length > 0) return { folders, draft: null };
  const query = decodeQuery(search.query);
  const entities = query.ok ? query.value : [];
  const description = formatQueryText(entities).slice(0, maxDescription);
  return { folders, draft: { ...search, ranking: made.ranking as Ranking, name: searchTitle(entities), description } };
}
