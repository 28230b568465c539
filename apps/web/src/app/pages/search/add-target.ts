import type { ResultSelection } from '#features/search/model/selection.ts';
import type { AddTarget } from '#features/vacancies/api/add.ts';

export function addTarget(selection: ResultSelection): AddTarget {
  const { q, f, ranking } = selection.search;
  return selection.kind === 'ids'
    ? { profiles: selection.ids, search: { q, f } }
    : { query: q, filters: f, sort: ranking, count: selection.count };
}
