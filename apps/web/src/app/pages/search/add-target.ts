import type { ResultSelection } from '#features/search/model/selection.ts';
import type { AddTarget } from '#features/vacancies/api/add.ts';

/** Selected people, or everybody whom their search finds, as they are added to a vacancy. */
export function addTarget(selection: ResultSelection): AddTarget {
  const { q, f, ranking } = selection.search;
  return selection.kind === 'ids'
    ? { profiles: selection.ids, search: { q, f } }
    : { query: q, filters: f, sort: ranking, count: selection.count };
}
