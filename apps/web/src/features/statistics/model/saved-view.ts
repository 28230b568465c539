import type { StatisticsView } from '@headwater/contract/statistics-views';
import type { SectionPlace } from './place.ts';

/** The page of a saved view, with the scope in which it was saved. */
export function placeOfView({ company_id: company, section, query }: StatisticsView, ownCompany: number): SectionPlace {
  if (company !== ownCompany) return { base: `/companies/${company}/statistics`, company, scope: 'company', section };
  const scope = query['scope'] === 'company' ? 'company' : 'own';
  return { base: scope === 'own' ? '/statistics' : '/company/statistics', company, scope, section };
}

/** Parameters of the page's address. */
export function searchOfView({ query: { scope: _scope, zone: _zone, ...search } }: StatisticsView): Record<string, string> {
  return search;
}
